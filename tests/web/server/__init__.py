"""Tests of kschwert_env.web.server."""
