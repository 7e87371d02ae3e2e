"""Tests of kschwert_env.web.lobby."""
