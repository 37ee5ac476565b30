/** What a plan to move in from another panel says. */
export const moveInPlan = {
  'movein.more': '{count} more of the same kind, such as: {like}.',
  'movein.table-missing': 'The database has no table {table}.',
  'movein.table-left': 'The table {table} is not known here and is not imported (rows: {rows}).',
  'movein.columns-left':
    'These columns of the table {table} are not known here and are not imported: {columns}.',
  'movein.bookkeeping': 'The table {table} holds internal data of the other panel. It is not needed here.',
  'movein.orphans':
    'Rows of the table {table} that belong to nothing or cannot be used are not imported: {count}.',
  'movein.tag-made':
    'The tag "{old}" is blank, used twice or reserved, so the inbound gets the tag {tag}. Check routing rules that refer to it.',
  'movein.blocks-broken':
    'Its settings cannot be read. It is imported disabled: open it, correct it and enable it.',
  'movein.node-lost':
    'It ran on a node that is not in the database. It is imported disabled, as an inbound of this panel.',
  'movein.wireguard-peers':
    'Its clients are imported as peers of the inbound. They keep working, without quota or expiry of their own.',
  'movein.fallback-row':
    'The fallback to the inbound {child} becomes a row of the fallback list. Links do not change.',
  'movein.listed-twice': 'The inbound {tag} lists this client twice. It is imported once.',
  'movein.listed-only':
    'The inbound {tag} still lists the client {email}, which was deleted. It is not imported.',
  'movein.listed-apart':
    'The inbound {tag} still lists the client {email}, which is no longer attached to it. It stays detached.',
  'movein.email-healed':
    'The email "{old}" cannot be used here: {reason}. The client is now called {email}; its subscription and links do not change.',
  'movein.email-twice':
    'Another client is also called {old}. This one is now called {email}; its subscription and links do not change.',
  'movein.sub-id-changed':
    'The subscription id "{old}" cannot be used here: {reason}. The client needs its new subscription URL.',
  'movein.credential-unusable':
    'The value of {field} cannot be used here. A new one is created where needed; the client then needs new links.',
  'movein.flow-unknown': 'The flow "{flow}" is unknown. It is imported blank.',
  'movein.delay-rounded': 'The delayed start is rounded up to whole days: {days}.',
  'movein.delay-too-long': 'The delayed start is too long to be counted. The client has no expiry now.',
  'movein.text-trimmed':
    'Characters that cannot be stored were removed from {field}, or it was cut to its maximum length.',
  'movein.counter-capped': 'Its traffic counters are too large. They are set to the largest possible number.',
  'movein.external-links-left': 'External links of an unknown kind are not imported: {count}.',
  'movein.user-name-unusable': 'The username is blank or cannot be stored. The user is not imported.',
  'movein.user-without-hash':
    'The password of this user is stored in a form that is not accepted here. The user is not imported; log in as the user of this panel.',
  'movein.user-twice': 'There is another user with this name. This one is not imported.',
  'movein.token-unusable': 'This API token is blank, damaged or a duplicate. It is not imported.',
  'movein.list-without-url': 'This outbound subscription has no usable URL. It is not imported.',
  'movein.geo-unusable': 'The name or URL of this geo file cannot be used here. It is not imported.',
  'movein.setting-twice':
    'This setting is stored more than once. The first value is used, as in the other panel.',
  'movein.setting-unknown': 'This setting is not known here. It is not imported.',
  'movein.setting-refused':
    'The value of this setting cannot be used here: {reason}. The setting keeps its current value.',
  'movein.listens-everywhere':
    'It listened on every address. It is stored as 0.0.0.0, so that it stays reachable from outside.',
  'movein.two-factor-off':
    'Two-factor login is on, but its secret cannot be used. It is imported disabled: enable it again with a new secret.',
  'movein.path-twice': 'Another path is also {old}. This one is now {path}.',
  'movein.half-certificate': 'Only one of certificate and key is set. Both are imported blank.',
  'movein.template-broken': 'The core template is not a JSON object. The current template is kept.',
  'movein.at-field': '{field}: {reason}.',
  'movein.inbound-left': 'This inbound cannot be imported: {reason}.',
  'movein.inbound-off': 'It is imported disabled: {reason}. Open it, correct it and enable it.',
  'movein.inbound-tag-taken':
    'Another inbound here has the tag {old}, so this one gets the tag {tag}; its links do not change. Check routing rules that refer to it.',
  'movein.inbound-differs':
    'This inbound already exists here with other settings. The existing settings are kept.',
  'movein.port-taken': 'The inbound {tag} already uses port {port}.',
  'movein.client-left': 'This client cannot be imported: {reason}.',
  'movein.client-name-taken':
    'Another client here is called {old}. This one is called {email}; its subscription and links do not change.',
  'movein.client-differs':
    'This client already exists here with other credentials. The existing ones are kept, so links of the other panel may not work for it.',
  'movein.attachment-left': 'It is not attached to the inbound {tag}: {reason}.',
  'movein.credential-missing': 'It has no credential for this protocol. Attach it manually.',
  'movein.reverse-left':
    'The reverse tag {tag} is the tag of an outbound. The client is imported without it.',
  'movein.sub-id-shared':
    'The client {other} here has the same subscription id. Their subscription shows both.',
  'movein.fallback-left': 'A fallback row cannot be imported: {reason}.',
  'movein.name-taken': 'The name {old} is taken here. It is imported as {name}.',
  'movein.settings-stay':
    'This panel is in use, so its settings are kept. To replace them, choose to import settings too.',
  'movein.template-stays':
    'This panel is in use, so its core template is kept. To replace it, choose to import settings too.',
  'movein.users-stay':
    'This panel is in use, so its users are kept. To replace them, choose to import settings too.',
  'movein.users-come': 'From now on, log in with the username and password of the other panel.',
  'movein.template-left': 'The core template cannot be imported: {reason}. The current template is kept.',
  'movein.rule-off':
    'A routing rule needs the geo file {file}, which is missing here. It is imported disabled: download the file and enable the rule.',
  'movein.panel-https':
    'The panel was served over plain HTTP without a certificate. Here its address begins with https://, with a self-signed certificate until you add one.',
  'movein.subscriptions-https':
    'Subscription URLs that began with http:// begin with https:// here and have a self-signed certificate, which apps do not accept. Add a certificate for subscriptions, or choose to keep plain HTTP.',
  'movein.subscriptions-http': 'Subscription URLs keep beginning with http://, without encryption.',
} as const
