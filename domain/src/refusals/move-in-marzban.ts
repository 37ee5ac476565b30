/** What a plan says about a database of Marzban or PasarGuard. `names` are the first few of `count`. */
export const moveInMarzban = {
  'marzban.two-clients':
    'Some users have secrets that one client cannot hold together, for example different ids for VMess and VLESS. Each comes as two clients with one subscription, and each of the two gets the whole quota: {names} ({count} in all).',
  'marzban.reset-strategy':
    'The traffic of some users was reset by the schedule "{strategy}". Their quota comes without it, so reset their traffic here when it is due: {names} ({count} in all).',
  'marzban.name-changed': 'This name cannot be an email here, or another client has it. It comes as {email}.',
  'marzban.user-nameless': 'User number {id} has no name and does not come.',
  'marzban.status-unknown': 'The status {status} is unknown here. The client comes disabled.',
  'marzban.hold-rounded':
    'The time from the first use is counted in whole days here. It was rounded up for {names} ({count} in all).',
  'marzban.hold-timeout':
    'Some users on hold also had a date on which their time would begin. Here it begins with the first use only: {names} ({count} in all).',
  'marzban.secret-unusable': 'The core cannot use the secret for {protocol}. The client gets a new one.',
  'marzban.note-cut': 'Notes are cut after {max} characters: {names} ({count} in all).',
  'marzban.flow-unknown': 'The flow {flow} is unknown here. The client comes without a flow.',
  'marzban.cipher-differs':
    'All clients of the inbound {tag} share the cipher {method} here. Some users had another one, so their Shadowsocks link changes: {names} ({count} in all).',
  'marzban.cipher-single-user':
    'The cipher 2022-blake3-chacha20-poly1305 serves a single user. No client is attached to this inbound.',
  'marzban.key-lengths':
    'A client has one Shadowsocks key, and the inbound {tag} needs one of another length. Not attached to it: {names} ({count} in all).',
  'marzban.several-groups':
    'A client has one group here. Users of several groups keep the first, and stay on the inbounds of all of them: {names} ({count} in all).',
  'marzban.no-core-config':
    'Without the core configuration no inbounds come, and no client is attached to one. Give the file that XRAY_JSON names, usually xray_config.json.',
  'marzban.core-config-unreadable':
    'The core configuration is no JSON object, so no inbounds come. Check that it is the file that XRAY_JSON names.',
  'marzban.core-kind': 'A core of the kind {kind} is not read. Only Xray configurations come.',
  'marzban.inbound-in-template':
    'This inbound ({protocol}) has no clients of the panel. It comes as a part of the core template, if that comes.',
  'marzban.inbound-tag':
    'The inbound {protocol} on port {port} has no tag, or one that this panel needs itself. It does not come.',
  'marzban.inbound-twice': 'Another inbound has the same tag. Only the first one comes.',
  'marzban.inbound-port': 'This inbound does not listen on one fixed port and does not come.',
  'marzban.inbound-users':
    'Users that are written into the core configuration itself do not come ({count} in all). Only those of the database do.',
  'marzban.private-ranges':
    'The private ranges are written as addresses in the rules, so that no geo file is needed.',
  'marzban.host-remark':
    'Variables in the names of hosts are left out. Set a remark template for all links under Settings, Subscription: {names} ({count} in all).',
  'marzban.host-variable': 'The text {text} is different for each user and does not come.',
  'marzban.host-star': '{from} was random in each link. Here every link has {to}.',
  'marzban.host-list': 'Links had a random one of several values ({column}). Here every link has {first}.',
  'marzban.host-extra': 'Links here do not carry this part of a host: {column}.',
  'marzban.host-inbound': 'This host belongs to the inbound {tag}, which does not come.',
  'marzban.host-server':
    'This host of the inbound {tag} has the address of the server itself, which is not known. Set the public host under Settings, or add the host again.',
  'marzban.admin-limited':
    'Every login of this panel has all rights, so administrators with fewer rights do not come: {names} ({count} in all).',
  'marzban.admin-password':
    'The password of this administrator is not stored with bcrypt. The login does not come.',
  'marzban.nodes':
    'Nodes do not come, because they run a program of the other panel. Set up a panel on each and add it as a node: {names} ({count} in all).',
  'marzban.rows': 'Rows of the table {table} do not come ({count} in all). There is nothing like them here.',
  'marzban.no-secret':
    'The database has no key for subscription URLs, so the old URLs will not answer. Clients need their new ones.',
  'marzban.urls':
    'Old subscription URLs below {path} go on answering, on the port of the subscriptions. Lead the old host name and port there.',
} as const
