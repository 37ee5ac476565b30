"""aioxui: asynchronous, with a token, every method of its client."""

from aioxui.models import Client
from aioxui.errors import XUIRequestError
from aioxui.xui import XUI
from py3xui import Api, Inbound
from py3xui.inbound import Settings, Sniffing
from surface import Watched, free_port, patience, public_methods, refused, report, run, token, url

# aioxui cannot create inbounds; another published client does it here.
other = Api(url, token=token)
ports = [free_port(), free_port()]
for port in ports:
    other.inbound.add(Inbound(enable=True, port=port, protocol="vless", settings=Settings(decryption="none"), sniffing=Sniffing(enabled=False)))
ids = [i.id for i in other.inbound.get_list() if i.port in ports]

xui = XUI(url, token, timeout=patience)
run(xui.start())
called = set()
clients = Watched(xui.client, called)

made = clients.add(ids[0], Client(email="aioxui", traffic_limit=2**30, telegram_id=7, comment="hello"))
assert made.email == "aioxui" and made.inbound_ids == [ids[0]] and made.traffic_limit == 2**30
assert made.comment == "hello" and made.telegram_id == 7 and len(made.uuid) == 36
assert refused(lambda: xui.client.add(ids[0], Client(email="aioxui")), XUIRequestError)
clients.attach("aioxui", ids)
assert clients.get("aioxui").inbound_ids == ids
clients.detach("aioxui", [ids[1]])
assert clients.get("aioxui").inbound_ids == [ids[0]]
updated = clients.update(Client(email="aioxui", uuid=made.uuid, sub_id=made.sub_id, traffic_limit=2**31, enable=False))
assert updated.traffic_limit == 2**31 and updated.enable is False and updated.uuid == made.uuid
assert [c.traffic.total for c in clients.all() if c.email == "aioxui"] == [2**31]
assert clients.get_traffic("aioxui").total == 2**31
assert clients.update_traffic("aioxui", 0, 0).upload == 0
clients.reset_traffic("aioxui")
clients.reset_all_traffics()
assert isinstance(clients.get_configs("aioxui"), list)
assert clients.get_ips("aioxui") == "No IP Record"
clients.clear_ips("aioxui")
assert clients.get_onlines() == []
assert isinstance(clients.get_onlines_by_guid(), dict) and isinstance(clients.get_active_inbounds(), dict)
assert isinstance(clients.get_last_online(), dict)
clients.delete_depleted()
clients.delete("aioxui", keep_traffic=True)
assert refused(lambda: xui.client.get("aioxui"), XUIRequestError)
run(xui.stop())
for inbound in ids:
    other.inbound.delete(inbound)

report(public_methods(xui.client), called, {})
