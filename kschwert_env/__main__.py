"""`python -m kschwert_env` is the command `kschwert`."""

from kschwert_env.cli.app import app

if __name__ == "__main__":
    app(prog_name="kschwert")
