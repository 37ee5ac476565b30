"""x3ui: its hand-written panel and the layer generated from the later schema, which fails on any missing key."""

import importlib
import inspect
import json
import pkgutil
import sys
from datetime import timedelta
from types import SimpleNamespace

from surface import Watched, core_runs, free_port, password, patience, public_methods, refused, report, token, url, username
from x3ui import Panel
from x3ui._generated import api
from x3ui._generated.types import Unset
from x3ui.panel import X3uiError

way = sys.argv[1]
panel = Panel(url, token=token, timeout=patience) if way == "token" else Panel(url, timeout=patience).login(username, password)
called = set()
inbounds = Watched(panel.inbounds, called, "inbounds.")
clients = Watched(panel.clients, called, "clients.")
server = Watched(panel.server, called, "server.")

modules = {}
for part in ("authentication", "inbounds", "clients", "hosts", "settings", "api_tokens"):
    package = importlib.import_module(f"{api.__name__}.{part}")
    for found in pkgutil.iter_modules(package.__path__):
        modules[found.name] = importlib.import_module(f"{package.__name__}.{found.name}")


def generated(name, *args, body=None, succeeds=True, **query):
    """Calls one generated operation; the body is plain data and is converted to the type of the operation."""
    called.add(name)
    sync = modules[name].sync_detailed
    if body is not None:
        wanted = inspect.signature(sync, eval_str=True).parameters["body"].annotation
        kind = getattr(wanted, "__args__", (wanted,))[0]
        query["body"] = [kind.from_dict(b) for b in body] if isinstance(body, list) else kind.from_dict(body)
    answer = sync(*args, client=panel.raw, **query)
    assert answer.status_code == 200, (name, answer.status_code)
    assert answer.parsed is not None and answer.parsed.success is succeeds, (name, answer.content)
    obj = getattr(answer.parsed, "obj", None)
    return None if isinstance(obj, Unset) else obj


def inbound(protocol, settings, stream=None):
    body = {"enable": True, "remark": protocol, "listen": "", "port": free_port(), "protocol": protocol, "expiryTime": 0, "total": 0, "settings": settings, "sniffing": {"enabled": True, "destOverride": ["http", "tls"]}}
    made = generated("post_panel_api_inbounds_add", body={**body, **({"streamSettings": stream} if stream else {})})
    return SimpleNamespace(**made)  # its schema does not define the reply of add


one = inbound("vless", {"clients": [], "decryption": "none"}, {"network": "tcp", "security": "none"})
two = inbound("shadowsocks", {"method": "2022-blake3-aes-256-gcm", "network": "tcp"})
ids = [one.id, two.id]

# The hand-written panel.
assert server.status().mem.total > 0
assert len(server.new_uuid()["uuid"]) == 36
if core_runs:
    server.restart_xray()
    assert server.status().xray.state == "running"
else:
    assert refused(server.restart_xray, X3uiError, saying="SLUICE_CORE_BIN")
assert set(ids) <= {i.id for i in inbounds.list()}
assert inbounds.get(one.id)["tag"] == one.tag
inbounds.set_enable(one.id, False)
assert inbounds.get(one.id)["enable"] is False
inbounds.set_enable(one.id, True)
inbounds.reset_traffic(one.id)
clients.add("x3ui-a", ids, total_gb=100, expires=timedelta(days=30), limit_ip=3, tg_id=77)
clients.add("x3ui-b", [one.id], enable=False)
assert refused(lambda: panel.clients.add("x3ui-a", ids), X3uiError)
found = clients.get("x3ui-a")
assert found.inbound_ids == ids and found.client.total_gb == 100 * 2**30 and found.client.limit_ip == 3
assert {"x3ui-a", "x3ui-b"} <= {c.email for c in clients.list()}
clients.update("x3ui-a", comment="changed", total_gb=50, group="vip")
changed = clients.get("x3ui-a").client
assert (changed.comment, changed.total_gb, changed.group) == ("changed", 50 * 2**30, "vip")
assert (changed.uuid, changed.password, changed.sub_id) == (found.client.uuid, found.client.password, found.client.sub_id)
clients.update("x3ui-b", new_email="x3ui-c", enable=True)
assert clients.traffic("x3ui-a").total == 50 * 2**30
assert isinstance(clients.links("x3ui-a"), list) and isinstance(clients.sub_links(changed.sub_id), list)
assert clients.online() == []
assert clients.ips("x3ui-a") == "No IP Record"
clients.reset_traffic("x3ui-a")
clients.detach("x3ui-a", [two.id])
clients.attach("x3ui-a", [two.id])
assert clients.get("x3ui-a").inbound_ids == ids
assert clients.bulk_disable(["x3ui-a", "x3ui-c"]).changed == 2
assert clients.bulk_enable(["x3ui-a", "x3ui-c"]).changed == 2
clients.bulk_reset_traffic(["x3ui-a"])
assert clients.extend(["x3ui-a"], days=5, gigabytes=1).adjusted == 1
assert clients.get("x3ui-a").client.total_gb == 51 * 2**30
clients.delete("x3ui-c", keep_traffic=True)

# The generated layer, operation by operation.
generated("get_csrf_token")
generated("post_get_two_factor_enable")
made = [{"client": {"email": f"x3ui-{n}", "enable": True, "totalGB": 0, "expiryTime": 0, "limitHwid": 0}, "inboundIds": [one.id]} for n in (1, 2, 3)]
assert generated("post_panel_api_clients_bulk_create", body=made).created == 3
two_of_them = {"emails": ["x3ui-1", "x3ui-2"]}
assert generated("post_panel_api_clients_bulk_attach", body={**two_of_them, "inboundIds": ids}).attached == ["x3ui-1", "x3ui-2"]
assert generated("post_panel_api_clients_bulk_detach", body={**two_of_them, "inboundIds": [two.id]}).detached == ["x3ui-1", "x3ui-2"]
generated("post_panel_api_clients_bulk_adjust", body={**two_of_them, "addDays": 1, "addBytes": 1, "flow": ""})
generated("post_panel_api_clients_bulk_disable", body=two_of_them)
generated("post_panel_api_clients_bulk_enable", body=two_of_them)
generated("post_panel_api_clients_bulk_reset_traffic", body=two_of_them)
for name in ("list", "export", "groups"):
    assert generated(f"get_panel_api_clients_{name}")
page = generated("get_panel_api_clients_list_paged", page=1, page_size=2, search="x3ui-", filter_="", protocol="", sort="email", order="ascend")
assert [c.email for c in page.items] == ["x3ui-1", "x3ui-2"] and page.filtered == 4
generated("get_panel_api_clients_get_tg_id_tg_id", 77)
for name in ("get", "links", "traffic"):
    generated(f"get_panel_api_clients_{name}_email", "x3ui-a")
generated("get_panel_api_clients_sub_links_sub_id", changed.sub_id)
for name in ("active_inbounds", "client_ips_by_guid", "last_online", "onlines", "onlines_by_guid", "reset_all_traffics"):
    generated(f"post_panel_api_clients_{name}")
for name in ("clear_ips", "hwids", "ips", "reset_traffic"):
    generated(f"post_panel_api_clients_{name}_email", "x3ui-1")
generated("delete_panel_api_clients_hwids_email", "x3ui-1")
generated("delete_panel_api_clients_hwids_email_id", "x3ui-1", 1, succeeds=False)  # it has no device
generated("post_panel_api_clients_update_traffic_email", "x3ui-1", body={"upload": 5, "download": 6})
assert generated("get_panel_api_clients_traffic_email", "x3ui-1").up == 5
generated("post_panel_api_clients_email_external_links", "x3ui-1", body={"externalLinks": []})
generated("post_panel_api_clients_email_attach", "x3ui-1", body={"inboundIds": ids})
generated("post_panel_api_clients_email_detach", "x3ui-1", body={"inboundIds": [two.id]})
generated("post_panel_api_clients_add", body={"client": {"email": "x3ui-4"}, "inboundIds": [one.id]})
record = clients.get("x3ui-4").client.to_dict()
generated("post_panel_api_clients_update_email", "x3ui-4", body={**record, "id": record["uuid"], "allowedIPs": [], "comment": "x"})
generated("post_panel_api_clients_groups_create", body={"name": "x3ui"})
generated("post_panel_api_clients_groups_bulk_add", body={**two_of_them, "group": "x3ui"})
assert generated("get_panel_api_clients_groups_name_emails", "x3ui") == ["x3ui-1", "x3ui-2"]
generated("post_panel_api_clients_groups_reset_traffic", body={"name": "x3ui"})
generated("post_panel_api_clients_groups_rename", body={"oldName": "x3ui", "newName": "x3ui2"})
generated("post_panel_api_clients_groups_bulk_remove", body=two_of_them)
generated("post_panel_api_clients_groups_delete", body={"name": "x3ui2"})
taken = [e.to_dict() for e in generated("get_panel_api_clients_export") if e.client.email == "x3ui-4"]
generated("post_panel_api_clients_del_email", "x3ui-4", keep_traffic=0)
assert generated("post_panel_api_clients_import", body={"data": json.dumps(taken)}).created == 1
generated("post_panel_api_clients_bulk_del", body={"emails": ["x3ui-4"], "keepTraffic": False})

host = {"inboundIds": ids, "remark": "front", "hosts": ["cdn.example.com"], "port": 443, "security": "tls", "tags": ["EU"]}
group = generated("post_panel_api_hosts_add", body=host)[0].group_id
other = generated("post_panel_api_hosts_bulk_add", body={**host, "isDisabled": True})[0].group_id
assert {h.group_id for h in generated("get_panel_api_hosts_list")} >= {group, other}
assert generated("get_panel_api_hosts_get_group_id", group).hosts == ["cdn.example.com"]
generated("get_panel_api_hosts_by_inbound_inbound_id", one.id)
assert "EU" in generated("get_panel_api_hosts_tags")
generated("post_panel_api_hosts_update_group_id", group, body={**host, "remark": "changed"})
generated("post_panel_api_hosts_set_enable_group_id", group, body={"enable": False})
generated("post_panel_api_hosts_bulk_set_enable", body={"ids": [group, other], "enable": True})
generated("post_panel_api_hosts_reorder", body={"ids": [other, group]})
generated("post_panel_api_hosts_del_group_id", group)
generated("post_panel_api_hosts_bulk_del", body={"ids": [other]})

for name in ("all_links", "list", "list_slim", "options"):
    assert isinstance(generated(f"get_panel_api_inbounds_{name}"), list)
generated("get_panel_api_inbounds_get_id", one.id)
generated("get_panel_api_inbounds_id_fallbacks", one.id)
generated("post_panel_api_inbounds_id_fallbacks", one.id, body={"fallbacks": []})
generated("post_panel_api_inbounds_id_sub_sort_index", one.id, body={"subSortIndex": 3})
generated("post_panel_api_inbounds_set_enable_id", one.id, body={"enable": True})
generated("post_panel_api_inbounds_id_reset_traffic", one.id)
generated("post_panel_api_inbounds_reset_all_traffics")
generated("post_panel_api_inbounds_push_client_traffics", body={"masterGuid": "centre", "traffics": [{"email": "x3ui-1", "up": 1, "down": 2}]})
# These two are generated without a body: nothing to import, and nothing to change.
generated("post_panel_api_inbounds_import", succeeds=False)
generated("post_panel_api_inbounds_update_id", one.id)
generated("post_panel_api_inbounds_id_del_all_clients", two.id)

generated("post_panel_api_setting_all")
generated("post_panel_api_setting_default_settings")
generated("post_panel_api_setting_factory_defaults")
generated("get_panel_api_setting_get_default_json_config")
generated("post_panel_api_setting_validate_regex", body={"regex": "^a+$"})
generated("post_panel_api_setting_test_smtp", succeeds=False)
generated("post_panel_api_setting_test_tg_bot", succeeds=False)
generated("post_panel_api_setting_update", body=panel.raw.get_httpx_client().post("/panel/api/setting/all").json()["obj"])
generated("post_panel_api_setting_update_user", succeeds=False, body={"oldUsername": "nobody", "oldPassword": "x", "newUsername": "nobody", "newPassword": "x"})
key = generated("post_panel_api_setting_api_tokens_create", body={"name": "x3ui " + way, "scope": "admin", "expiresAt": 0})
assert key.id in {t.id for t in generated("get_panel_api_setting_api_tokens")}
generated("post_panel_api_setting_api_tokens_set_enabled_id", key.id, body={"enabled": False, "expectedScope": key.scope})
generated("post_panel_api_setting_api_tokens_delete_id", key.id, body={"expectedScope": key.scope})

clients.bulk_delete(["x3ui-1", "x3ui-2", "x3ui-3"], keep_traffic=False)
clients.delete_depleted()
clients.delete_orphans()
generated("post_panel_api_clients_del_depleted")
generated("post_panel_api_clients_del_orphans")
generated("post_panel_api_inbounds_del_id", one.id)
generated("post_panel_api_inbounds_bulk_del", body={"ids": [two.id]})
generated("post_login", body={"username": username, "password": password, "twoFactorCode": ""})
# Either one is the last call: nothing works after a logout or while the panel restarts.
last = {"cookie": "post_logout", "token": "post_panel_api_setting_restart_panel"}
generated(last[way])
called |= set(last.values())

surface = set(modules)
for part, target in (("inbounds.", panel.inbounds), ("clients.", panel.clients), ("server.", panel.server)):
    surface |= public_methods(target, part)
panel.close()
report(
    surface,
    called,
    {},
)
