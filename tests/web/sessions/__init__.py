"""Tests of kschwert_env.web.sessions."""
