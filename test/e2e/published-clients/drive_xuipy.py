"""xuipy: every method for inbounds, clients, hosts, status, settings and tokens."""

import base64
import json
import os
import sys

from surface import Watched, core_runs, free_port, password, patience, public_methods, refused, report, subscriptions, token, url, username
from xuipy import XUI, XUIRequestError

way = sys.argv[1]
target = XUI(url, api_token=token, timeout=patience) if way == "token" else XUI(url, username, password, timeout=patience)
called = set()
xui = Watched(target, called)


def vless(port, **more):
    return {
        "remark": "xuipy",
        "port": port,
        "protocol": "vless",
        "enable": True,
        "settings": {"clients": [], "decryption": "none"},
        "streamSettings": {"network": "tcp", "security": "none"},
        "sniffing": {"enabled": False},
        **more,
    }


assert xui.get_server_status()["panelVersion"]
assert isinstance(xui.get_server_history("cpu", "60"), list)
assert xui.get_two_factor_enable() is False

one = xui.add_inbound(vless(free_port()))
two = xui.add_inbound(vless(free_port(), protocol="trojan", settings={"clients": []}))
ids = [one["id"], two["id"]]
assert set(ids) <= {i["id"] for i in xui.get_inbounds()}
assert set(ids) <= {i["id"] for i in xui.get_inbounds_slim()}
assert set(ids) <= {o["id"] for o in xui.get_inbound_options()}
assert xui.get_inbound(one["id"])["tag"] == one["tag"]
assert xui.update_inbound(one["id"], {**one, "remark": "renamed"})["remark"] == "renamed"
assert xui.set_inbound_enable(one["id"], False)
assert xui.get_inbound(one["id"])["enable"] is False
assert xui.set_inbound_enable(one["id"], True)
assert xui.reset_inbound_traffic(one["id"]) and xui.reset_all_traffics()

assert xui.add_client("xuipy-a", inbound_ids=ids, expiry_days=30, total_gb=1.5, tg_id=42, group="vip")
assert xui.add_client("xuipy-b", inbound_ids=[one["id"]], flow="xtls-rprx-vision")
assert refused(lambda: target.add_client("XUIPY-A", inbound_ids=ids), XUIRequestError)
assert {"xuipy-a", "xuipy-b"} <= {c["email"] for c in xui.get_clients()}
page = xui.get_clients_paged(page=1, size=10, search="xuipy-a")
assert [c["email"] for c in page["items"]] == ["xuipy-a"]
found = xui.get_client("xuipy-a")
assert found["inboundIds"] == ids and found["client"]["totalGB"] == int(1.5 * 2**30)
assert found["client"]["group"] == "vip" and found["client"]["tgId"] == 42
assert xui.update_client("xuipy-a", total_gb=2, comment="changed")
assert xui.get_client("xuipy-a")["client"]["comment"] == "changed"
assert xui.get_client("xuipy-a")["client"]["uuid"] == found["client"]["uuid"]
assert xui.get_client_traffic("xuipy-a")["total"] == 2 * 2**30
assert xui.reset_client_traffic("xuipy-a")
assert xui.get_client_ips("xuipy-a") == "No IP Record"
assert isinstance(xui.get_client_links("xuipy-a"), list) and isinstance(xui.get_all_links(), list)
subscription = lambda path: xui.get_subscription(subscriptions + path + found["client"]["subId"], path.strip("/"))
links = base64.b64decode(subscription("/sub/")).decode().splitlines()
assert [link.split("://")[0] for link in links] == ["vless", "trojan"]
assert "type: \"vless\"" in subscription("/clash/")
assert refused(lambda: target.get_subscription(subscriptions + "/sub/nobody"), XUIRequestError, saying="404")
assert xui.delete_client("xuipy-b", keep_traffic=True)

host = {"inboundIds": ids, "remark": "front", "hosts": ["cdn.example.com"], "port": 443, "security": "tls", "tags": ["EU"]}
group = xui.add_host(host)[0]["groupId"]
assert group in {h["groupId"] for h in xui.get_hosts()}
assert xui.get_host(group)["hosts"] == ["cdn.example.com"]
assert [h["groupId"] for h in xui.get_hosts_by_inbound(one["id"])] == [group]
assert "EU" in xui.get_host_tags()
assert xui.update_host(group, {**host, "hosts": ["a.example.com", "b.example.com"]})
assert xui.set_host_enable(group, False) and xui.get_host(group)["isDisabled"] is True
assert xui.reorder_hosts([h["groupId"] for h in xui.get_hosts()])
assert xui.delete_host(group)

assert xui.get_fallbacks(one["id"]) == []
assert xui.set_fallbacks(one["id"], [])
assert xui.delete_all_clients(two["id"])["deleted"] == 1
assert xui.delete_inbound(one["id"]) == one["id"]
assert xui.bulk_delete_inbounds([two["id"]])["deleted"] == 1

assert set(xui.get_fail2ban_status()) == {"enabled", "installed", "usable", "windows"}
metrics = xui.get_xray_metrics_state()
assert metrics["enabled"] or metrics["reason"]
update = xui.get_panel_update_info()
assert update["currentVersion"] and update["updateAvailable"] is False
assert refused(xui.get_xray_version, XUIRequestError, saying="github.com could not be resolved")
assert "StatsService" in xui.get_config_json()["api"]["services"]
assert len(xui.get_new_uuid()["uuid"]) == 36
keys = xui.get_new_x25519_cert()
assert len(keys["privateKey"]) == len(keys["publicKey"]) == 43
made_by_core = {"get_new_mldsa65": {"seed", "verify"}, "get_new_mlkem768": {"seed", "client"}, "get_new_vless_enc": {"auths"}}
for name, parts in made_by_core.items():
    make = getattr(xui, name)
    assert set(make()) == parts if core_runs else refused(make, XUIRequestError, saying="there is no core")
assert isinstance(xui.get_logs(5), list)
assert xui.get_xray_logs(5) is True  # its result for null: no access log is kept by default (R32)

setting = json.loads(xui.get_xray_settings())
assert setting["xraySetting"]["outbounds"] and setting["outboundTestUrl"]
assert xui.get_default_xray_json_config()["outbounds"]
assert isinstance(xui.get_outbounds_traffic(), list) and xui.reset_outbound_traffic("direct") == ""
assert isinstance(xui.get_xray_result(), str)
assert xui.get_outbound_subs() == []
preview = lambda: xui.preview_outbound_sub("https://example.com/sub")
assert refused(preview, XUIRequestError, saying="example.com could not be resolved")

node = int(os.environ["PANEL_NODE"])
assert [one["id"] for one in xui.get_nodes()] == [node]
# It sends a `url` instead of a name, an address and a port.
assert refused(lambda: xui.add_node("https://node.example:2053", "token"), XUIRequestError, saying="Enter a name for the node")
assert xui.get_node(node)["status"] == "online"
xui.update_node(node, {**xui.get_node(node), "remark": "xuipy " + way})
xui.set_node_enable(node, True)
assert xui.get_node(node)["remark"] == "xuipy " + way
assert xui.probe_node(node)["status"] == "online"
node_calls = (
    lambda: xui.get_node(999),
    lambda: xui.update_node(999, {"name": "a"}),
    lambda: xui.delete_node(999),
    lambda: xui.set_node_enable(999, True),
    lambda: xui.probe_node(999),
)
for node_call in node_calls:
    assert refused(node_call, XUIRequestError, saying="Node 999 was not found")

assert xui.get_all_settings()["webBasePath"] == "/"
assert "expireDiff" in xui.get_default_settings() and "webPort" in xui.get_factory_defaults()
assert "inbounds" in xui.get_default_json_config()
assert xui.validate_regex("^a+$")
made = xui.create_api_token("xuipy " + way)
assert len(made["token"]) == 48
assert made["id"] in {t["id"] for t in xui.get_api_tokens()}
assert xui.set_api_token_enabled(made["id"], False) and xui.delete_api_token(made["id"])
if way == "cookie":
    assert xui.logout()
called.add("logout")  # a token has no session to end
target.close()

report(
    public_methods(target) - {"close"},
    called,
    {},
)
