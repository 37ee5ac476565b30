import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'home.coreHashKnown': 'El panel conoce el SHA-256 de {asset}:',
  'home.coreHashNamed': 'La publicación indica este SHA-256 para {asset}:',
  'home.coreCompare':
    'El panel no puede responder por él. Compárelo con la página de la publicación antes de confirmarlo:',
  'home.coreInstallTitle': '¿Instalar Xray {version}?',
  'home.coreInstallText': 'Solo se instala un archivo con el SHA-256 {hash}. El núcleo se reinicia con él.',
  'home.coreInstalled': 'Xray {version} está instalado.',
  'home.coreInstall': 'Instalar',
  'home.coreRelease': 'Versión publicada',
  'home.coreChoose': 'Elija una',
  'preflight.try': 'Hacer la comprobación previa',
  'preflight.tryConfirmed': 'La he comparado: hacer la comprobación previa',
  'preflight.hint':
    'Nadie se desconecta: la versión nueva se prueba en puertos libres, junto al núcleo en marcha.',
  'preflight.going': 'Probando cada entrada y salida…',
  'preflight.fine': 'Todo lo que funciona hoy seguirá funcionando.',
  'preflight.blocks': 'Dejaría de funcionar',
  'preflight.notes': 'Conviene saberlo',
  'preflight.parts': 'Resultados de la prueba',
  'preflight.connects': 'un cliente se conectó',
  'preflight.opens': 'abierta',
  'preflight.reads': 'aceptada',
  'preflight.fails': 'falla',
  'preflight.failsNow': 'falla también en la versión actual',
  'preflight.untried': 'sin probar',
  'preflight.whole': 'Toda la configuración',
  'preflight.apps': 'Aplicaciones vistas en los últimos 30 días',
  'preflight.anyway': 'Instalar de todos modos',
  'preflight.anywayText': 'Todo lo que aparece en «Dejaría de funcionar» fallará tras la instalación.',
}
