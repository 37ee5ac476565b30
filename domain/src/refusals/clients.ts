/** Clients, their groups and plans. */
export const clients = {
  'client.missing': 'There is no client with the email {email} (record not found).',
  'client.email-missing': 'Give the client an email.',
  'client.email-taken': 'email already in use: {email}. Choose another one.',
  'client.email-twice': 'The email {email} is listed twice. Leave one of them out.',
  'client.email-too-long': 'Use at most {max} characters for the email.',
  'client.email-no-url': 'Choose an email other than {value}: it cannot be used in a URL.',
  'client.email-white-space': 'Remove spaces from the email.',
  'client.email-control-characters': 'Remove control characters from the email.',
  'client.email-character': 'Remove the character {character} from the email.',
  'client.sub-id-missing': 'Give the client a subscription id (subId).',
  'client.sub-id-taken': 'subId already in use: {subId}. Choose another one.',
  'client.sub-id-of-another':
    'Another client is already called {email}. Send the subId of that client or none.',
  'client.sub-id-too-long': 'Use at most {max} characters for the subscription id (subId).',
  'client.sub-id-no-url': 'Choose a subscription id (subId) other than {value}: it cannot be used in a URL.',
  'client.sub-id-white-space': 'Remove spaces from the subscription id (subId).',
  'client.sub-id-control-characters': 'Remove control characters from the subscription id (subId).',
  'client.sub-id-character': 'Remove the character {character} from the subscription id (subId).',
  'client.uuid-invalid': 'Enter a UUID as id, or a text of at most 30 bytes.',
  'client.credential-shared':
    'The core could not tell this client from {email}. Give it another id, password or auth.',
  'client.cipher-single-user':
    '2022-blake3-chacha20-poly1305 serves a single user. Choose an inbound with an AES 2022 cipher.',
  'client.key-lengths-differ':
    'These Shadowsocks inbounds need keys of different lengths, and a client has one key. Leave one of them out.',
  'client.flow-unknown': 'Choose no flow, xtls-rprx-vision or xtls-rprx-vision-udp443.',
  'client.expiry-not-whole': 'Give the expiry time in whole milliseconds, 0 for never.',
  'client.expiry-not-whole-days':
    'A delayed start is counted in whole days. Give a negative multiple of 86400000, or 0 for never.',
  'client.add-days-not-whole': 'Give whole days, at most 100000.',
  'client.add-bytes-not-whole': 'Give whole bytes.',
  'client.nothing-to-adjust': 'Say what to adjust: addDays, addBytes, flow, or a value to set.',
  'client.tg-id-invalid': 'Enter a numeric Telegram ID.',
  'client.traffic-too-large': 'The upload and download bytes together must not pass 2^53-1.',
  'client.no-inbound-chosen': 'Choose at least one inbound for the client.',
  'client.inbound-unfit': 'Inbound {id} does not exist or does not accept clients.',
  'client.protocol-without-clients':
    'Inbound {id} ({protocol}) does not accept clients. Please choose another one.',
  'client.reverse-tag-taken': '{tag} is the tag of an outbound. Give the client another reverse tag.',
  'client.not-attached':
    'This client is not on any inbound, so its subscription is empty. Add it to an inbound first.',
  // Why a bulk change skips a client: published clients know these words.
  'adjust.unlimited-expiry': 'unlimited expiry',
  'adjust.past-delay': 'reduction exceeds delay window',
  'adjust.past-expiry': 'reduction exceeds remaining time',
  'adjust.expiry-too-far': 'expiry would be too far away',
  'adjust.unlimited-traffic': 'unlimited traffic',
  'adjust.past-quota': 'reduction exceeds quota',
  'adjust.quota-too-large': 'quota would be too large',
  'group.exists': 'A group named {name} already exists. Choose another name.',
  'group.missing': 'There is no group {name}.',
  'group.name-missing': 'Enter a group name.',
  'group.name-invalid': 'Use at most {max} characters and no control characters for the name of a group.',
  'plan.missing': 'There is no plan with the id {id} (record not found).',
  'plan.name-taken': 'A plan named "{name}" already exists. Choose another name.',
  'plan.too-many': 'There are already {max} plans. Delete one that is not used.',
} as const
