"""An authorization server made of Authlib, in memory, on a port of the system's choice; see AuthlibTests."""
import os
import secrets
import time

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # loopback only

from authlib.integrations.flask_oauth2 import AuthorizationServer, ResourceProtector
from authlib.oauth2.rfc6749 import ClientMixin, TokenMixin, AuthorizationCodeMixin, grants
from authlib.oauth2.rfc6750 import BearerTokenValidator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc8628 import (
    DeviceAuthorizationEndpoint, DeviceCodeGrant, DeviceCredentialDict)
from flask import Flask, jsonify, request
from werkzeug.serving import make_server

LIFETIME = 60
tokens, codes, devices, asked = {}, {}, {}, {}


class Client(ClientMixin):
    def __init__(self, id, secret):
        self.id, self.secret = id, secret

    def get_client_id(self): return self.id
    def get_default_redirect_uri(self): return "app://signed-in"
    def get_allowed_scope(self, scope): return " ".join(s for s in (scope or "").split() if s in ("read", "write"))
    def check_redirect_uri(self, redirect_uri): return redirect_uri == "app://signed-in"
    def check_client_secret(self, secret): return secrets.compare_digest(self.secret, secret)
    def check_response_type(self, response_type): return response_type == "code"
    def check_grant_type(self, grant_type): return True

    def check_endpoint_auth_method(self, method, endpoint):
        return method == "none" if not self.secret else method in ("client_secret_basic", "client_secret_post")


# A secret with a colon, a blank and a plus: RFC 6749 §2.3.1 has them escaped before Basic.
clients = {c.id: c for c in (Client("service", "s:e c+r"), Client("app", ""))}


class Token(TokenMixin):
    def __init__(self, token, client, user):
        self.data, self.client, self.user = token, client, user
        self.issued, self.revoked = time.time(), False

    def check_client(self, client): return self.client.id == client.id
    def get_scope(self): return self.data.get("scope", "")
    def get_expires_in(self): return self.data["expires_in"]
    def is_expired(self): return time.time() > self.issued + self.data["expires_in"]
    def is_revoked(self): return self.revoked
    def get_user(self): return self.user
    def get_client(self): return self.client


class Code(AuthorizationCodeMixin):
    def __init__(self, **fields): self.__dict__.update(fields)
    def get_redirect_uri(self): return self.redirect_uri
    def get_scope(self): return self.scope


class AuthorizationCode(grants.AuthorizationCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def save_authorization_code(self, code, request):
        data = request.payload.data
        codes[code] = Code(
            code=code, client=request.client, redirect_uri=request.payload.redirect_uri,
            scope=request.payload.scope, user=request.user,
            code_challenge=data.get("code_challenge"),
            code_challenge_method=data.get("code_challenge_method"))

    def query_authorization_code(self, code, client):
        found = codes.get(code)
        return found if found and found.client.id == client.id else None

    def delete_authorization_code(self, code): codes.pop(code.code, None)
    def authenticate_user(self, code): return code.user


class Refresh(grants.RefreshTokenGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]
    INCLUDE_NEW_REFRESH_TOKEN = True

    def authenticate_refresh_token(self, refresh_token):
        return next((t for t in tokens.values()
                     if t.data.get("refresh_token") == refresh_token and not t.revoked), None)

    def authenticate_user(self, token): return token.user
    def revoke_old_credential(self, token): token.revoked = True


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]


class DeviceEndpoint(DeviceAuthorizationEndpoint):
    CLIENT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def get_verification_uri(self): return "http://127.0.0.1/device"

    def save_device_credential(self, client_id, scope, data):
        devices[data["device_code"]] = dict(
            data, client_id=client_id, scope=scope, expires_at=time.time() + data["expires_in"])


class Device(DeviceCodeGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["none", "client_secret_basic", "client_secret_post"]

    def query_device_credential(self, device_code):
        found = devices.get(device_code)
        return DeviceCredentialDict(found) if found else None

    def query_user_grant(self, user_code):
        """The person signs in after the second question, says no where the scope is `write`."""
        asked[user_code] = asked.get(user_code, 0) + 1
        if asked[user_code] < 3:
            return None
        scope = next(d["scope"] for d in devices.values() if d["user_code"] == user_code)
        return "ada", scope != "write"

    def should_slow_down(self, credential): return asked.get(credential["user_code"], 0) == 1


class Validator(BearerTokenValidator):
    def authenticate_token(self, token_string): return tokens.get(token_string)


app = Flask(__name__)
app.config["OAUTH2_TOKEN_EXPIRES_IN"] = {
    grant: LIFETIME for grant in ("authorization_code", "client_credentials", "refresh_token", Device.GRANT_TYPE)}
app.config["OAUTH2_REFRESH_TOKEN_GENERATOR"] = True


def save_token(token, request):
    tokens[token["access_token"]] = Token(token, request.client, request.user)


server = AuthorizationServer(app, query_client=clients.get, save_token=save_token)
for grant in (ClientCredentials, Refresh, Device):
    server.register_grant(grant)
server.register_grant(AuthorizationCode, [CodeChallenge(required=True)])
server.register_endpoint(DeviceEndpoint)
protect = ResourceProtector()
protect.register_token_validator(Validator())


@app.post("/token")
def token(): return server.create_token_response()


@app.get("/authorize")
def authorize():
    grant = server.get_consent_grant(end_user="ada")
    return server.create_authorization_response(request, "ada", grant)


@app.post("/device")
def device(): return server.create_endpoint_response(DeviceEndpoint.ENDPOINT_NAME)


@app.get("/me")
@protect("read")
def me():
    from authlib.integrations.flask_oauth2 import current_token
    return jsonify(user=current_token.user, client=current_token.client.id)


@app.post("/revoke-all")
def revoke_all():
    """Access tokens end, refresh tokens stay: what a server does that lost its sessions."""
    for token in list(tokens):
        found = tokens.pop(token)
        if found.data.get("refresh_token"):
            tokens["gone-" + token] = found
    return jsonify(count=len(tokens))


http = make_server("127.0.0.1", 0, app, threaded=True)
print(f"listening on {http.server_port}", flush=True)
http.serve_forever()
