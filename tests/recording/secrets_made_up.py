"""Made-up secrets, put together here so that no scanner takes this repository for leaking."""

from __future__ import annotations

GITHUB = "ghp" + "_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx"
GITLAB = "glpat" + "-" + "aB3dE5gH7jK9mN1pQ3rS"
AWS = "AK" + "IA" + "IOSFODNN7REALKEY"
JWT = ".".join(
    ("eyJ" + "hbGciOiJIUzI1NiJ9", "eyJ" + "zdWIiOiIxMjM0NTY3ODkwIn0", "SflKxwRJSMeKKF2QT4")
)
PASSWORD = "hunter" + "2!x9"
KEY_LINES = ("MIIEpAIBAAKCAQEA7bq0Q2w8q4K1c8Ykq3mY", "c1xw3m9ZpB0v8kz5w2oJmQwq3l9dabcdEFGH")
PEM_BEGIN, PEM_END = (f"-----{word} RSA PRIVATE KEY-----" for word in ("BEGIN", "END"))
PEM = "\n".join((PEM_BEGIN, *KEY_LINES, PEM_END)) + "\n"
#: Texts with a secret in the forms that logs have, the secret, and the rule that knows it.
FORMS = [
    (f"export GITHUB_TOKEN={GITHUB}\n", GITHUB, "github-token"),
    (f"git push https://x:{GITLAB}@gitlab.example.invalid/a.git", GITLAB, "gitlab-token"),
    (f"aws_access_key_id = {AWS}", AWS, "aws-key-id"),
    (f"curl -H 'Authorization: Bearer {JWT}' x", JWT, "authorization"),
    (f'password = "{PASSWORD}"', PASSWORD, "password"),
    (f'{{"db": {{"password": "{PASSWORD}"}}}}', PASSWORD, "password"),
    (f'{{\\"api_key\\": \\"{PASSWORD}\\"}}', PASSWORD, "password"),
    (f"DB_PASSWORD={PASSWORD}\n", PASSWORD, "variable"),
    (f"postgres://app:{PASSWORD}@db.example.invalid/x", PASSWORD, "url-password"),
]
#: Texts that look a little like secrets and are none.
BENIGN = [
    "3b18e5124f0c91aa3b18e5124f0c91aa3b18e512",
    "5e550001-0000-4000-8000-00000000000a",
    "toolu_01aB3dE5gH7jK9mN1pQ3rS5tU",
    "password = getpass.getpass()",
    'password = os.environ["DB_PASSWORD"]',
    'token = "${GITHUB_TOKEN}"',
    "PASSWORD=$DB_PASSWORD run",
    "https://example.invalid:8080/a@b",
    "git@github.com:dev/app.git",
    "def secret_key(self) -> str: ...",
    '"integrity": "sha512-z9EbDSVR5vUuQ7gHX2ZQ7m2zqJ4CWVfRxXxYxqD4EXAMPLEabcdefabcdefABCDEF0123=="',
]
