import type { certificates as english } from '#domain/refusals/certificates.ts'
import type { Refused } from '../../files.ts'

export const certificates: Refused<typeof english> = {
  'certificate.names-missing': 'Escribe un dominio o una dirección IP.',
  'certificate.name-invalid': '{name} no es un dominio ni una dirección IP.',
  'certificate.too-many-names': 'Un certificado admite como máximo {max} nombres.',
  'certificate.wildcard-needs-dns': '{name} solo se puede demostrar por DNS. Elige DNS.',
  'certificate.address-not-by-dns': '{name} es una dirección. Elige HTTP o TLS-ALPN.',
  'certificate.unknown': 'No existe el certificado {id}.',
  'certificate.is-busy': 'Este certificado se está emitiendo ahora mismo.',
  'certificate.not-there-yet': 'Este certificado aún no se ha emitido.',
  'certificate.is-revoked': 'Este certificado está revocado. Renuévalo primero.',
  'certificate.is-used': 'Este certificado está en uso: {where}. Elige antes otro allí.',
  'certificate.not-tls': 'La entrada {name} no usa TLS, así que no tiene certificado.',
  'certificate.too-many': 'El panel guarda como máximo {max} certificados. Elimina antes algunos.',
  'certificate.too-many-failures':
    'Falló {count} veces en la última hora. Inténtalo de nuevo en {minutes} minutos: la autoridad de certificación bloquea a quien falla más veces.',
  'certificate.too-often':
    'El mismo certificado se emitió {count} veces en una semana. El siguiente será posible en {hours} horas.',
  'acme.unreachable': 'No se puede llegar a la autoridad de certificación en {host}: {reason}.',
  'acme.too-slow': 'La autoridad de certificación no decidió en {minutes} minutos.',
  'acme.not-offered': 'La autoridad de certificación no ofrece {method} para {name}. Elige otra forma.',
  'acme.no-short-lived':
    'Esta autoridad de certificación no ofrece certificados de corta duración, y las direcciones IP no reciben otros.',
  'acme.http-not-reached':
    'La autoridad de certificación no pudo llegar a {url} en el puerto 80: {detail}. Abre el puerto 80 o elige TLS-ALPN.',
  'acme.http-other-answer':
    'La autoridad de certificación llegó a {url}, pero respondió otra cosa: {detail}. Comprueba que el dominio lleva a este servidor y que ningún otro programa tiene el puerto 80.',
  'acme.tls-not-reached':
    'La autoridad de certificación no pudo llegar a {name} en el puerto 443: {detail}. Abre el puerto 443 o elige HTTP.',
  'acme.tls-other-answer':
    'La autoridad de certificación llegó a {name} en el puerto 443, pero respondió otra cosa: {detail}. Elige HTTP o libera el puerto 443.',
  'acme.name-not-resolved':
    'La autoridad de certificación no pudo resolver {name}: {detail}. Haz que el dominio apunte a este servidor.',
  'acme.record-not-found':
    'La autoridad de certificación no encontró el registro TXT _acme-challenge.{name}: {detail}. Comprueba lo que hace el programa de DNS.',
  'acme.caa':
    'El registro CAA del dominio no permite esta autoridad de certificación ({name}): {detail}. Añádela al registro.',
  'acme.rate-limited':
    'La autoridad de certificación no acepta más solicitudes por ahora: {detail}. El panel lo intentará más tarde.',
  'acme.name-rejected': 'La autoridad de certificación no emite para este nombre: {detail}.',
  'acme.account-binding-needed':
    'Esta autoridad de certificación exige una cuenta propia. Usa una que no la exija, como Let’s Encrypt.',
  'acme.refused': 'La autoridad de certificación lo rechazó: {detail}.',
  'acme.port-taken':
    'Otro programa tiene el puerto {port}. Debe pasar al panel las solicitudes de la autoridad de certificación.',
  'acme.hook-missing':
    'DNS necesita un programa propio. Pon en SLUICE_ACME_DNS_HOOK un programa que escriba registros TXT y reinicia el panel.',
  'acme.hook-failed': 'El programa de DNS falló: {reason}.',
  'acme.hook-too-slow': 'El programa de DNS no terminó en {seconds} segundos.',
  'acme.ca-file-unreadable': 'No se puede leer el archivo {file} de SLUICE_ACME_CA_FILE: {reason}.',
}
