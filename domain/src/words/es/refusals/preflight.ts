import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    'Xray {version} no se instaló, porque fallaría algo que hoy funciona: {reasons}. Cámbielo primero, o envíe force con la instalación.',
  'preflight.config-fails':
    'Xray {version} rechaza la configuración: {reason}. Clientes que perderían su conexión: {count}.',
  'preflight.inbound-fails':
    'La entrada {inbound} fallaría en Xray {version}: {reason}. Clientes que la perderían: {count} ({names}).',
  'preflight.inbound-fails-idle': 'La entrada {inbound} fallaría en Xray {version}: {reason}.',
  'preflight.outbound-fails': 'La salida {outbound} fallaría en Xray {version}: {reason}.',
  'preflight.and-more': '{emails} y más.',
  'preflight.no-answer': 'Un cliente se conecta y no recibe respuesta a través de ella.',
  'preflight.no-answer-because': 'Un cliente no recibe respuesta a través de ella: {reason}.',
  'preflight.untried-tun': 'Un dispositivo TUN no se puede probar junto al que está en uso.',
  'preflight.untried-no-key':
    'El panel no tiene la clave privada de ningún par, así que no puede conectarse como uno.',
  'preflight.app-core-fails':
    'Las aplicaciones con núcleo {core} hoy pasan por {inbounds} y no pasarían en Xray {version}. Clientes que usan allí una aplicación así: {count}.',
  'preflight.reality':
    '{count} clientes con {apps} fallarían en {inbounds}: pon allí la versión mínima del cliente (minClientVer) en 1.0.0.',
  'preflight.reality-one':
    'Un cliente con {apps} fallaría en {inbounds}: pon allí la versión mínima del cliente (minClientVer) en 1.0.0.',
  'preflight.reality-now':
    'Los clientes con {apps} ({count}) tampoco pueden conectarse hoy a {inbounds}: pon allí la versión mínima del cliente (minClientVer) en 1.0.0.',
  'preflight.reality-nobody':
    'Las aplicaciones con núcleo mihomo o sing-box no pueden conectarse a {inbounds}, y ningún cliente usó una en los últimos 30 días. Para admitirlas, pon allí la versión mínima del cliente (minClientVer) en 1.0.0.',
  'preflight.post-quantum-only':
    '{inbounds} solo acepta X25519MLKEM768, que las aplicaciones antiguas no ofrecen. Añada X25519 a sus curvas si alguno de sus {clients} clientes no puede conectarse.',
  'preflight.shadowsocks-none':
    'Xray 26.7.11 y posteriores no tienen Shadowsocks sin cifrado: elija otro cifrado para {inbounds}. Clientes en ella: {clients}.',
  'preflight.xhttp-session':
    'Xray anterior a 26.6.22 no conoce los nombres de sesión XHTTP de {inbounds}: elija una versión más nueva, o bórrelos. Clientes en ella: {clients}.',
  'preflight.private-targets':
    'Desde Xray 26.5.3, {outbounds} ya no lleva a los clientes a direcciones privadas. Añada finalRules si las necesitan.',
  'core.switch-api-silent': 'Su API no responde.',
  'core.switch-inbound-lost': 'La entrada {inbound} ya no acepta conexiones.',
  'core.rolled-back': 'Xray {version} no funcionó, así que vuelve a funcionar Xray {previous}: {reason}.',
  'core.rollback-failed':
    'Xray {version} no funcionó: {reason}. Xray {previous} está de nuevo en su sitio y tampoco arranca: {why}.',
}
