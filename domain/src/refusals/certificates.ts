/** Certificates that the panel gets by itself, and why that did not work. */
export const certificates = {
  'certificate.names-missing': 'Enter a domain or an IP address.',
  'certificate.name-invalid': '{name} is not a domain or an IP address.',
  'certificate.too-many-names': 'A certificate can have at most {max} names.',
  'certificate.wildcard-needs-dns': '{name} can only be validated by DNS. Choose DNS.',
  'certificate.address-not-by-dns': '{name} is an IP address. Choose HTTP or TLS-ALPN.',
  'certificate.unknown': 'There is no certificate {id}.',
  'certificate.is-busy': 'This certificate is being issued right now.',
  'certificate.not-there-yet': 'This certificate has not been issued yet.',
  'certificate.is-revoked': 'This certificate is revoked. Renew it first.',
  'certificate.is-used': 'This certificate is in use: {where}. Choose another one there first.',
  'certificate.not-tls': 'The inbound {name} does not use TLS, so it has no certificate.',
  'certificate.too-many': 'The panel keeps at most {max} certificates. Delete some first.',
  'certificate.too-many-failures':
    'It failed {count} times in the last hour. Try again in {minutes} minutes: the certificate authority blocks those who fail more often.',
  'certificate.too-often':
    'The same certificate was issued {count} times within a week. The next one is possible in {hours} hours.',
  'acme.unreachable': 'The certificate authority at {host} cannot be reached: {reason}.',
  'acme.too-slow': 'The certificate authority did not decide within {minutes} minutes.',
  'acme.not-offered':
    'The certificate authority does not offer {method} for {name}. Choose another validation method.',
  'acme.no-short-lived':
    'This certificate authority offers no short-lived certificates, and IP addresses get no others.',
  'acme.http-not-reached':
    'The certificate authority could not reach {url} on port 80: {detail}. Open port 80, or choose TLS-ALPN.',
  'acme.http-other-answer':
    'The certificate authority reached {url}, but something else answered: {detail}. Check that the domain points to this server and that no other program uses port 80.',
  'acme.tls-not-reached':
    'The certificate authority could not reach {name} on port 443: {detail}. Open port 443, or choose HTTP.',
  'acme.tls-other-answer':
    'The certificate authority reached {name} on port 443, but something else answered: {detail}. Choose HTTP, or free port 443.',
  'acme.name-not-resolved':
    'The certificate authority could not look up {name}: {detail}. Point the domain to this server.',
  'acme.record-not-found':
    'The certificate authority did not find the TXT record _acme-challenge.{name}: {detail}. Check what the DNS hook does.',
  'acme.caa':
    'The CAA record of the domain does not allow this certificate authority ({name}): {detail}. Add it to the record.',
  'acme.rate-limited':
    'The certificate authority accepts no more requests for now: {detail}. The panel tries again later.',
  'acme.name-rejected': 'The certificate authority does not issue for this name: {detail}.',
  'acme.account-binding-needed':
    'This certificate authority requires an account of its own. Use one that does not, such as Let’s Encrypt.',
  'acme.refused': 'The certificate authority refused: {detail}.',
  'acme.port-taken':
    'Port {port} is used by another program. It must forward the requests of the certificate authority to the panel.',
  'acme.hook-missing':
    'DNS validation needs a hook. Set SLUICE_ACME_DNS_HOOK to a program that creates TXT records, and restart the panel.',
  'acme.hook-failed': 'The DNS hook failed: {reason}.',
  'acme.hook-too-slow': 'The DNS hook did not finish within {seconds} seconds.',
  'acme.ca-file-unreadable': 'The file {file} in SLUICE_ACME_CA_FILE cannot be read: {reason}.',
} as const
