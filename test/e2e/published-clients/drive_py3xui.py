"""py3xui: with a cookie or a token, sync and async, with the calls from its documentation."""

import sys
import tempfile

import httpx
import py3xui
from py3xui.inbound import Settings, Sniffing, StreamSettings
from surface import Watched, core_runs, free_port, password, patience, public_methods, refused, report, run, token, url, username

kind, way = sys.argv[1:]
# It has no parameter for this, and uses the default of httpx.
for step in ("connect", "read", "write", "pool"):
    setattr(httpx._config.DEFAULT_TIMEOUT_CONFIG, step, patience)
Api = {"sync": py3xui.Api, "async": py3xui.AsyncApi}[kind]
api = Api(url, token=token) if way == "token" else Api(url, username, password)
if way == "cookie":
    run(api.login())
    assert api.cookie_name == "3x-ui" and api.session and api.csrf_token

called = set()
inbounds = Watched(api.inbound, called, "inbound.")
clients = Watched(api.client, called, "client.")
server = Watched(api.server, called, "server.")

status = server.get_status()
assert status.mem.total > 0 and status.uptime >= 0 and status.xray.state in ("running", "stop", "error")

assert (status.xray.state == "running") is core_runs

with tempfile.TemporaryDirectory() as folder:
    server.get_db(folder + "/x-ui.db")
    with open(folder + "/x-ui.db", "rb") as file:
        assert file.read(16) == b"SQLite format 3\0"

keys = server.generate_reality_keys()
assert len(keys.private_key) == len(keys.public_key) == 43 and keys.private_key != keys.public_key
assert refused(lambda: server.install_new_xray_version("1.5.0"), ValueError, saying="SLUICE_CORE_BIN")
assert refused(server.update_geofile, ValueError, saying="github.com could not be resolved")
assert refused(server.get_xray_version, ValueError, saying="github.com could not be resolved")

uuid = "8a3bb4b5-8aff-4c2d-9b0f-0f8a5a8c1b01"
first = py3xui.Client(id=uuid, email="first@py3xui", enable=True, flow="xtls-rprx-vision")
port = free_port()
inbounds.add(
    py3xui.Inbound(
        enable=True,
        port=port,
        protocol="vless",
        remark="py3xui",
        settings=Settings(clients=[first], decryption="none"),
        sniffing=Sniffing(enabled=True, destOverride=["http", "tls"]),
        stream_settings=StreamSettings(
            security="none",
            network="tcp",
            tcp_settings={"acceptProxyProtocol": False, "header": {"type": "none"}},
        ),
    )
)
(inbound,) = [i for i in inbounds.get_list() if i.port == port]
assert inbound.remark == "py3xui" and inbound.sniffing.dest_override == ["http", "tls"]
assert [c.email for c in inbound.settings.clients] == ["first@py3xui"]
assert [c.email for c in inbound.client_stats] == ["first@py3xui"]
assert inbounds.get_by_id(inbound.id).stream_settings.network == "tcp"

config = server.get_server_config()
assert [c.email for i in config.inbounds if i.port == port for c in i.settings.clients] == ["first@py3xui"]
assert "StatsService" in config.api.services and config.log.maskAddress == "" and config.outbounds[0].tag

second = py3xui.Client(id="8a3bb4b5-8aff-4c2d-9b0f-0f8a5a8c1b02", email="second@py3xui", enable=True, total_gb=5 * 2**30, limit_ip=2)
clients.add(inbound.id, [second])
assert refused(lambda: api.client.add(inbound.id, [second]), ValueError)
found = clients.get_by_email("second@py3xui")
assert isinstance(found.id, int) and found.uuid == second.id and found.total_gb == 5 * 2**30
assert found.inbound_id == inbound.id and found.limit_ip == 2

# Reads a record, changes it and sends it back whole.
found.comment = "sent back"
found.expiry_time = 4102444800000
clients.update(found.uuid, found)
again = clients.get_by_email("second@py3xui")
assert (again.comment, again.expiry_time, again.uuid) == ("sent back", 4102444800000, second.id)

# Sending a whole inbound back loses no client.
inbound = inbounds.get_by_id(inbound.id)
inbound.remark = "py3xui, renamed"
inbounds.update(inbound.id, inbound)
inbound = inbounds.get_by_id(inbound.id)
assert inbound.remark == "py3xui, renamed"
assert sorted(c.email for c in inbound.settings.clients) == ["first@py3xui", "second@py3xui"]

assert clients.get_ips("second@py3xui") == []
clients.reset_ips("second@py3xui")
clients.reset_stats(inbound.id, "second@py3xui")
assert clients.online() == []
assert [c.email for c in clients.get_traffic_by_id(second.id)] == ["second@py3xui"]
inbounds.reset_stats()
inbounds.reset_client_stats(inbound.id)

clients.delete_depleted(inbound.id)
clients.delete(inbound.id, uuid)
assert refused(lambda: api.client.get_by_email("first@py3xui"), ValueError)
clients.delete(inbound.id, "second@py3xui")
inbounds.delete(inbound.id)
assert [i for i in inbounds.get_list() if i.port == port] == []

surface = set()
for part, target in (("inbound.", api.inbound), ("client.", api.client), ("server.", api.server)):
    surface |= public_methods(target, part) - {part + "login"}
report(
    surface,
    called,
    {},
)
