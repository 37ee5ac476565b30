/** What the doctor finds, each in one sentence and what to do about it. */
export const health = {
  'owner.panel': 'Panel',
  'owner.subscriptions': 'Subscriptions',
  'owner.core': 'Core',
  'owner.inbound': 'Inbound {name}',
  'health.port-taken': '{owner}: port {port}/{layer} is used by {holder}. Stop it, or choose another port.',
  'health.port-closed': '{owner}: nothing is listening on port {port}/{layer}.',
  'health.ports-open': 'Ports open as expected: {count}.',
  'health.ports-free': 'Ports free for the next start: {count}.',
  'health.address-public': 'This server has the public address {address}.',
  'health.address-behind-nat':
    'This server has only private addresses. Links use {host}: the router in front of it must forward the ports.',
  'health.address-unknown':
    'This server has only private addresses, and its public address is not set. Set the public host and forward the ports.',
  'health.panel-inner':
    'The panel listens on {where}, so it can only be reached from this server. Use an SSH tunnel or a reverse proxy, or change the listen address.',
  'health.subscriptions-inner':
    'Subscriptions listen on {where}, so apps cannot fetch them. Change the listen address, or set the public subscription URL of your reverse proxy.',
  'health.firewall-none':
    'No active firewall was found on this server. Your provider may have one in front of it.',
  'health.firewall-no-ports':
    'The firewall {name} is active, and no port needs to be reachable from outside.',
  'health.firewall-on': 'The firewall {name} is active. It must allow these ports: {ports}.',
  'health.name-lost': 'The domain {name} does not resolve: {reason}. Correct the domain or its DNS record.',
  'health.name-here': 'The domain {name} points to this server.',
  'health.name-elsewhere':
    'The domain {name} points to {addresses}, which is not an address of this server. This is expected behind NAT, a proxy or a CDN.',
  'health.cert-none': '{owner}: it uses TLS and has no certificate, so nobody can connect.',
  'health.cert-unreadable': '{owner}: the certificate cannot be used: {reason}.',
  'health.cert-other-key': '{owner}: the key does not match the certificate.',
  'health.cert-expired': '{owner}: the certificate has expired.',
  'health.cert-early': '{owner}: the certificate is not valid yet. Check the clock.',
  'health.cert-soon': '{owner}: the certificate expires in {days} days and was not renewed.',
  'health.cert-other-name': '{owner}: the certificate is not valid for {name}.',
  'health.cert-self-signed':
    '{owner}: the certificate is self-signed, so apps and browsers show a warning. It is valid for {days} more days.',
  'health.cert-incomplete':
    '{owner}: the certificate does not lead to a known authority. Use the file with the full chain (fullchain.pem).',
  'health.cert-good': '{owner}: the certificate is valid for {days} more days.',
  'health.clock-jumped':
    'The clock jumped. No client is disabled or renewed by date until you accept the new time or correct the clock.',
  'health.clock-off':
    'The clock differs from {against} by {seconds} seconds. VMess refuses clients from 90 seconds on.',
  'health.clock-right': 'The clock matches {against}.',
  'health.clock-set-by': 'The clock is synchronized by {service}.',
  'health.clock-unknown':
    'The clock could not be checked because no time service was found. VMess needs an accurate clock.',
  'health.disk-full': 'The disk with {folder} is full: {free} GB free ({percent} %). Writes will fail soon.',
  'health.disk-low': 'The disk with {folder} is filling up: {free} GB free ({percent} %).',
  'health.disk-good': 'The disk with {folder} has {free} GB free ({percent} %).',
  'health.disk-unknown': 'The free space of the disk with {folder} cannot be read.',
  'health.memory-out': 'Memory is almost used up: {free} MB free ({percent} %).',
  'health.memory-low': 'Memory is low: {free} MB free ({percent} %).',
  'health.memory-good': 'Memory: {free} MB free ({percent} %).',
  'health.memory-unknown': 'The amount of free memory cannot be read.',
  'health.files-out': '{owner}: {open} of {limit} files are open. New connections will fail soon.',
  'health.files-few':
    '{owner}: at most {limit} files can be open. Raise the limit if there are many connections.',
  'health.files-good': '{owner}: {open} of {limit} files are open.',
  'health.bbr-on': 'BBR is enabled.',
  'health.bbr-off': 'The kernel uses {used} for congestion control. BBR is faster on lossy networks.',
  'health.update-none': 'Sluice {version} is the newest version.',
  'health.update-there': 'Sluice {version} is available.',
  'health.core-unwanted': 'This panel runs without a core (SLUICE_CORE_BIN=none).',
  'health.core-fails': 'The core is not running: {reason}.',
  'health.core-stopped': 'The core is stopped. No one can connect.',
  'health.core-waits': 'Xray {version} is running. Changes waiting for a core restart: {count}.',
  'health.core-runs': 'Xray {version} is running, and its binary was verified.',
  'health.core-runs-unverified':
    'Xray {version} is running. You chose the binary yourself, so it was not verified.',
  'health.core-unasked': 'The panel is not running, so the core was not checked.',
  'health.inbound-closed': 'The core could not open inbound {name}: {reason}.',
  'health.geo-missing': 'The configuration uses {name}, which is missing. Download the geo files.',
  'health.geo-old': 'The geo file {name} is {days} days old. Update it, or turn on automatic updates.',
  'health.geo-good': 'All geo files in use are present. The oldest is {days} days old.',
  'health.geo-unused': 'The configuration uses no geo files.',
  'health.cut-good': 'A single client can be disconnected without affecting anyone else.',
  'health.cut-not':
    'Open connections of a disabled client continue until they close. Allow pidfd_getfd in your container, or give the service CAP_NET_ADMIN.',
  'health.db-unreadable': '{name} cannot be read: {reason}.',
  'health.db-none': 'There is no database yet. It is created at the first start.',
  'health.db-damaged': 'The database is damaged: {reason}. Restore the last good backup.',
  'health.db-old': 'The database is from an older version. It is updated at the next start.',
  'health.db-being-checked': 'The database ({size} MB) is still being checked. Check again in a minute.',
  'health.db-good': '{name} is intact: {size} MB.',
  'health.db-wal':
    'The write-ahead log of the database has grown to {size} MB. A long download or backup may hold it.',
  'health.db-slow': '{name} took {ms} ms for a short query. The disk or the network to it is slow.',
  'health.db-long-transaction':
    'A transaction in PostgreSQL has been open for {seconds} seconds. It may hold up writes.',
  'health.db-pooled': 'PostgreSQL is reached through a pooler in transaction mode, which is supported.',
  'health.permissions-good': 'Only the owner can read the data folder and the keys.',
  'health.permissions-open': 'Other users of this server can read {path} (mode {mode}).',
  'health.permissions-foreign': '{path} belongs to another user.',
  'health.layout-old':
    '{folder} belongs to the service: whoever takes the service over could become root the next time the installer runs. Run the new install.sh once as root.',
  'health.backup-failed': 'The last backup failed: {reason}.',
  'health.backup-first-waits': 'The first scheduled backup has not run yet.',
  'health.backup-none': 'There are no backups, and none are scheduled.',
  'health.backup-overdue': 'The backup is overdue: the last successful one is {hours} hours old.',
  'health.backup-by-hand': 'The last backup is {days} days old, and none are scheduled.',
  'health.backup-fresh': 'The last successful backup is less than two hours old.',
  'health.backup-good': 'The last successful backup is {hours} hours old.',
  'health.check-failed': 'A check could not be completed: {reason}.',
} as const
