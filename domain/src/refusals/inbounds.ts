/** Inbounds, their fallbacks and the addresses that links show for them. */
export const inbounds = {
  'inbound.missing': 'There is no inbound with the id {id} (record not found).',
  'inbound.protocol-unknown': 'Choose one of these protocols: {values}.',
  'inbound.network-unfit': 'Choose one of {values} for {protocol}.',
  'inbound.security-unfit': 'Choose one of {values} for {protocol} over {network}.',
  'inbound.window-below-mtu':
    'Use at least {mtu} bytes, the size of one packet (MTU), or 0 for the usual window.',
  'inbound.key-length': 'Use {bytes} bytes in base64 as the key for {method}.',
  'inbound.listen-invalid': 'Enter an IP address, blank for all, or a socket path that begins with / or @.',
  'inbound.port-taken':
    "Port {port} ({layers}) is already used by inbound '{remark}' (#{id}). Choose another port or listen address.",
  'inbound.socket-taken':
    "{path} is already used by inbound '{remark}' (#{id}). Choose another listen address.",
  'inbound.port-of-panel': 'The panel itself listens on port {port}. Choose another port.',
  'inbound.port-of-subscriptions': 'The subscription server listens on port {port}. Choose another port.',
  'inbound.port-in-use':
    'Port {port} ({layer}) is in use by {holder}. Stop that program or choose another port.',
  'inbound.address-not-here':
    'This machine has no address {listen} to listen on. Leave it blank for all addresses, or give one of its own.',
  'inbound.path-in-use': '{path} is in use by {holder}. Stop that program or listen on another path.',
  'inbound.folder-missing':
    'The folder {folder} for the socket does not exist. Create it, or listen on another path.',
  'inbound.path-no-socket': '{path} already exists and is not a socket. Listen on another path.',
  'inbound.core-could-not-open': 'The core could not open it.',
  'inbound.core-refuses': 'The core refuses it: {reason}.',
  'inbound.not-open': 'Inbound {inbound} is not listening: {reason}.',
  'inbound.tag-invalid': 'Use at most 254 characters for the tag, without > or control characters.',
  'inbound.tag-reserved': 'The panel uses the tag {tag} itself. Choose another, or leave it blank.',
  'inbound.no-free-tag': 'No free tag is left for port {port}. Give the inbound a tag of its own.',
  'inbound.clients-not-list': 'Give the clients as a list.',
  'inbound.not-on-node': 'Leave nodeId out: {protocol} cannot run on a node.',
  'inbound.node-missing': 'There is no node with the id {id}.',
  'inbound.path-start': 'The path must begin with /.',
  'inbound.path-white-space': 'Leave white space out of the path.',
  'inbound.path-query': 'Leave # out of the path, and everything behind ? except ed=.',
  'inbound.short-id': 'Use an even number of hex digits for each short id, at most 16.',
  'inbound.client-version': 'Use a version of up to three parts, each from 0 to 255.',
  'inbound.header-host': 'Leave the header Host out and use the host field.',
  'inbound.more-than-zero': 'Use more than 0.',
  'inbound.cipher-single-user':
    '2022-blake3-chacha20-poly1305 serves a single user, so no client can be attached. Choose 2022-blake3-aes-128-gcm or 2022-blake3-aes-256-gcm.',
  'inbound.certificate-missing':
    'An inbound with TLS needs a certificate and its key: without them nobody can connect. Enter both files, or paste both.',
  'fallback.dest-invalid': 'Enter a port, host:port, or a socket path that begins with / or @.',
  'fallback.child-missing': 'There is no inbound {id} to fall back to.',
  'fallback.child-elsewhere':
    'That inbound runs on another server. Choose one on the same server, or enter a destination (dest).',
  'fallback.child-not-tcp': 'Fallbacks use TCP. Choose an inbound that listens on TCP.',
  'fallback.no-target': 'Choose an inbound or enter a destination (dest).',
  'fallback.itself': 'An inbound cannot fall back to itself.',
  'fallback.loop': 'That inbound already falls back to this one. Choose another one to avoid a loop.',
  'fallback.master-unfit': 'Fallbacks need a VLESS or Trojan inbound on TCP with TLS or Reality.',
  'fallback.decryption':
    'The core does not support fallbacks together with VLESS encryption. Set decryption to none.',
  'fallback.reality-undialable':
    'Apps cannot connect to {network} behind Reality. Give inbound #{child} RAW, gRPC or XHTTP, or put it behind an inbound with TLS.',
  'fallback.reality-shared':
    'Behind Reality only one inbound without a path of its own (RAW, gRPC, XHTTP) can be reached, and another row gets the connections of #{child}. Put it behind another inbound.',
  'fallback.two-h2':
    'This inbound and #{other} both use HTTP/2 (gRPC, XHTTP) behind the same fallback, which cannot tell them apart. Put one of them behind another inbound, or add a row with another SNI.',
  'host.group-missing': 'There is no group of addresses with the id {id} (record not found).',
  'host.port-invalid': "Use a port from 1 to 65535, or 0 for the inbound's own.",
  'host.name-invalid': '"{name}" is not a host name or address.',
  'host.review-empty':
    'Send the addresses to review as host, the group to delete as groupId, or the order as order.',
  'link.failed': 'The link could not be created: {reason}.',
  'link.no-host': 'The public host of this panel is not set. Set it in the settings.',
  'link.no-port': 'The inbound has no port that clients can connect to.',
  'link.no-links': 'There are no share links for {protocol}.',
  'link.no-id': 'The client has no id. Save the client again to make one.',
  'link.no-password': 'The client has no password. Save the client again to make one.',
  'link.no-auth': 'The client has no auth. Save the client again to make one.',
  'link.no-cipher': 'The inbound has no cipher.',
  'link.key-misfit': 'One of its keys does not match the cipher {method}.',
  'link.no-reality-key': 'Its Reality settings have no public key. Generate the key pair again and save it.',
  'link.transport-unknown': 'Clients do not know its transport "{network}".',
  'link.reality-undialable':
    'Apps cannot connect to {network} behind Reality. Give it RAW, gRPC or XHTTP, or put it behind an inbound with TLS.',
  'link.master-shared':
    'Another inbound behind the same fallback gets its connections. Put it behind another inbound.',
} as const
