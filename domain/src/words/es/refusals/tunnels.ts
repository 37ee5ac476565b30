import type { tunnels as english } from '#domain/refusals/tunnels.ts'
import type { Refused } from '../../files.ts'

export const tunnels: Refused<typeof english> = {
  'tunnel.no-account': 'Aún no hay una cuenta de {service}: regístrala primero.',
  'tunnel.refused': '{service} lo rechazó: {reason}.',
  'tunnel.bad-answer': '{service} envió una respuesta que este panel no entiende.',
  'tunnel.key-invalid': 'Esto no es una clave de WireGuard. Pega los 44 caracteres que terminan en «=».',
  'tunnel.country-invalid': 'Elige un país: countryId es su número.',
  'tunnel.token-missing': 'Escribe el token de acceso de tu cuenta de {service}.',
  'tunnel.license-missing': 'Escribe la clave de licencia.',
  'tunnel.server-invalid': 'Elige un servidor: hostname, station y publicKey son los de uno de la lista.',
}
