/** What a plan to move in from another panel says. */
export const moveInPlan = {
  'movein.more': 'Of the same kind there are {count} more, such as: {like}.',
  'movein.table-missing': 'The database has no table {table}.',
  'movein.table-left': 'The table {table} is not known here and does not come (rows: {rows}).',
  'movein.columns-left': 'These columns of the table {table} are not known here and do not come: {columns}.',
  'movein.bookkeeping':
    'The table {table} holds notes of the other panel for itself. They are not needed here.',
  'movein.orphans':
    'Rows of the table {table} that belong to nothing or cannot be used do not come: {count}.',
  'movein.tag-made':
    'The tag "{old}" is blank, used twice or reserved, so the inbound gets the tag {tag}. Check routing rules that name it.',
  'movein.blocks-broken':
    'Its settings cannot be read. It comes switched off: open it, correct it and switch it on.',
  'movein.node-lost':
    'It ran on a node that is not in the database. It comes switched off, as an inbound of this panel.',
  'movein.wireguard-peers':
    'Its clients come as peers of the inbound. They go on working, without quota or expiry of their own.',
  'movein.fallback-row':
    'The written fallback to the inbound {child} becomes a row of the fallback list. Links stay as they are.',
  'movein.listed-twice': 'The inbound {tag} lists this client twice. It comes once.',
  'movein.listed-only':
    'The inbound {tag} still lists the client {email}, which was deleted. It does not come.',
  'movein.listed-apart':
    'The inbound {tag} still lists the client {email}, which is not attached to it any more. It stays detached.',
  'movein.email-healed':
    'The email "{old}" cannot be used here: {reason}. The client is called {email} now; its subscription and links stay as they are.',
  'movein.email-twice':
    'Another client is called {old} too. This one is called {email} now; its subscription and links stay as they are.',
  'movein.sub-id-changed':
    'The subscription id "{old}" cannot be used here: {reason}. The client needs its new subscription address.',
  'movein.credential-unusable':
    'The value of {field} cannot be used here. A new one is made where it is needed, and the client needs new links then.',
  'movein.flow-unknown': 'The flow "{flow}" is not known. It comes blank.',
  'movein.delay-rounded': 'The delayed start is rounded up to whole days: {days}.',
  'movein.delay-too-long': 'The delayed start is longer than can be counted. The client has no expiry now.',
  'movein.text-trimmed':
    'Characters that cannot be stored were taken out of {field}, or it was cut to its longest length.',
  'movein.counter-capped':
    'Its traffic counters are larger than can be counted. They stop at the largest number.',
  'movein.external-links-left': 'External links of a kind that is not known here do not come: {count}.',
  'movein.user-name-unusable': 'The username is blank or cannot be stored. The user does not come.',
  'movein.user-without-hash':
    'The password of this user is stored in a form that is not accepted here. The user does not come; log in with the user of this panel.',
  'movein.user-twice': 'There is another user with this name. This one does not come.',
  'movein.token-unusable': 'This API token is blank, damaged or there twice. It does not come.',
  'movein.list-without-url': 'This outbound subscription has no usable URL. It does not come.',
  'movein.geo-unusable': 'The name or URL of this geo file cannot be used here. It does not come.',
  'movein.setting-twice':
    'This setting is stored more than once. The first value counts, as in the other panel.',
  'movein.setting-unknown': 'This setting is not known here. It does not come.',
  'movein.setting-refused':
    'The value of this setting cannot be used here: {reason}. The setting keeps the value that it has here.',
  'movein.listens-everywhere':
    'It listened on every address. This is written down as 0.0.0.0, so that it stays reachable from outside.',
  'movein.two-factor-off':
    'Two-factor login is on, and its secret cannot be used. It comes switched off: switch it on again with a new secret.',
  'movein.path-twice': 'Another path is {old} too. This one is {path} now.',
  'movein.half-certificate': 'Of certificate and key only one is given. Both come blank.',
  'movein.template-broken': "The core's template is not a JSON object. The template here stays.",
  'movein.at-field': '{field}: {reason}.',
  'movein.inbound-left': 'This inbound cannot come: {reason}.',
  'movein.inbound-off': 'It comes switched off: {reason}. Open it, correct it and switch it on.',
  'movein.inbound-tag-taken':
    'Another inbound here has the tag {old}, so this one gets the tag {tag}; its links stay as they are. Check routing rules that name it.',
  'movein.inbound-differs': 'This inbound is already here with other settings. Those here stay.',
  'movein.port-taken': 'The inbound {tag} holds port {port} already.',
  'movein.client-left': 'This client cannot come: {reason}.',
  'movein.client-name-taken':
    'Another client here is called {old}. This one is called {email}; its subscription and links stay as they are.',
  'movein.client-differs':
    'This client is already here with other credentials. Those here stay, so links of the other panel may not work for it.',
  'movein.attachment-left': 'It is not attached to the inbound {tag}: {reason}.',
  'movein.credential-missing': 'It has no credential for this protocol. Attach it by hand.',
  'movein.reverse-left': 'The reverse tag {tag} is the tag of an outbound. It comes without one.',
  'movein.sub-id-shared':
    'The client {other} here has the same subscription id. Their subscription shows both.',
  'movein.fallback-left': 'A fallback row cannot come: {reason}.',
  'movein.name-taken': 'The name {old} is taken here. It comes as {name}.',
  'movein.settings-stay':
    'This panel is in use, so its settings stay as they are. Say so if those of the other panel are to replace them.',
  'movein.template-stays':
    "This panel is in use, so the core's template stays as it is. Say so if that of the other panel is to replace it.",
  'movein.users-stay':
    'This panel is in use, so its users stay as they are. Say so if those of the other panel are to replace them.',
  'movein.users-come': 'From now on you log in with the username and password of the other panel.',
  'movein.template-left': "The core's template cannot come: {reason}. The template here stays.",
  'movein.rule-off':
    'A routing rule needs the geo file {file}, which is not here. It comes switched off: fetch the file and switch the rule on.',
  'movein.panel-https':
    'The panel was served over plain HTTP without a certificate. Here its address begins with https://, with a self-signed certificate until you give one.',
  'movein.subscriptions-https':
    'Subscription addresses that began with http:// begin with https:// here and have a self-signed certificate, which apps do not accept. Give a certificate for subscriptions, or say that plain HTTP is kept.',
  'movein.subscriptions-http': 'Subscription addresses go on beginning with http://, without encryption.',
} as const
