/** What a plan says about a database of Marzban or PasarGuard. `names` are the first few of `count`. */
export const moveInMarzban = {
  'marzban.two-clients':
    'One client cannot hold all secrets of some users, for example different ids for VMess and VLESS. Each of them is imported as two clients with one subscription, and each of the two gets the full quota: {names} ({count} in all).',
  'marzban.reset-strategy':
    'The traffic of some users was reset by the schedule "{strategy}", which is not imported. Reset their traffic here when it is due: {names} ({count} in all).',
  'marzban.name-changed':
    'This name cannot be an email here, or another client already has it. Imported as {email}.',
  'marzban.user-nameless': 'User number {id} has no name and is not imported.',
  'marzban.status-unknown': 'The status {status} is unknown. The client is imported disabled.',
  'marzban.hold-rounded':
    'Time from first use is counted in whole days here. It was rounded up for {names} ({count} in all).',
  'marzban.hold-timeout':
    'Some users on hold also had a date on which their time would start. Here it starts with first use only: {names} ({count} in all).',
  'marzban.secret-unusable': 'The core cannot use the secret for {protocol}. The client gets a new one.',
  'marzban.note-cut': 'Notes are cut after {max} characters: {names} ({count} in all).',
  'marzban.flow-unknown': 'The flow {flow} is unknown. The client is imported without a flow.',
  'marzban.cipher-differs':
    'All clients of inbound {tag} share the cipher {method} here. The Shadowsocks links of users with another cipher change: {names} ({count} in all).',
  'marzban.cipher-single-user':
    'The cipher 2022-blake3-chacha20-poly1305 serves a single user. No client is attached to this inbound.',
  'marzban.key-lengths':
    'A client has one Shadowsocks key, and inbound {tag} needs one of another length. Not attached to it: {names} ({count} in all).',
  'marzban.several-groups':
    'A client has one group here. Users with several keep the first one, and stay on the inbounds of all: {names} ({count} in all).',
  'marzban.no-core-config':
    'Without the core configuration no inbounds are imported, and no client is attached to one. Add the file that XRAY_JSON names, usually xray_config.json.',
  'marzban.core-config-unreadable':
    'The core configuration is not a JSON object, so no inbounds are imported. Check that it is the file that XRAY_JSON names.',
  'marzban.core-kind': 'A core of the kind {kind} is not imported. Only Xray configurations are.',
  'marzban.inbound-in-template':
    'This inbound ({protocol}) has no panel users. It becomes part of the core template, if that is imported.',
  'marzban.inbound-tag':
    'The {protocol} inbound on port {port} has no tag, or a reserved one. It is not imported.',
  'marzban.inbound-twice': 'Another inbound has the same tag. Only the first one is imported.',
  'marzban.inbound-port': 'This inbound does not listen on a single fixed port and is not imported.',
  'marzban.inbound-users':
    'Users written into the core configuration itself are not imported ({count} in all). Only those in the database are.',
  'marzban.private-ranges':
    'The routing rules list the private ranges as addresses, so no geo file is needed.',
  'marzban.host-remark':
    'Variables in host names are left out. Set a remark template for all links in Settings, Subscription: {names} ({count} in all).',
  'marzban.host-variable': 'The text {text} differs from user to user and is not imported.',
  'marzban.host-star': '{from} was random in each link. Here every link uses {to}.',
  'marzban.host-list':
    'Each link had one of several values at random ({column}). Here every link uses {first}.',
  'marzban.host-extra': 'This part of a host is not imported: {column}.',
  'marzban.host-inbound': 'This host belongs to inbound {tag}, which is not imported.',
  'marzban.host-server':
    'This host of inbound {tag} uses the address of the server itself, which is unknown. Set the public host in Settings before the import, or add the host afterwards.',
  'marzban.admin-limited':
    'Every login here has all rights, so administrators with fewer rights are not imported: {names} ({count} in all).',
  'marzban.admin-password':
    "This administrator's password is not stored with bcrypt. The login is not imported.",
  'marzban.nodes':
    "Nodes run the other panel's software and are not imported. Install a panel on each and add it as a node: {names} ({count} in all).",
  'marzban.rows':
    'Rows of the table {table} are not imported ({count} in all). There is no counterpart here.',
  'marzban.no-secret':
    'The database has no key for subscription URLs, so the old URLs will not work. Give clients their new ones.',
  'marzban.urls':
    'Old subscription URLs below {path} keep working on the subscription port. Point the old host name and port to it.',
} as const
