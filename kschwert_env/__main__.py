"""Run the command `kschwert` as `python -m kschwert_env`."""

from kschwert_env.cli.app import app

if __name__ == "__main__":
    app(prog_name="kschwert")
