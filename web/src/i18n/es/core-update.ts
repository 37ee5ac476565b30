import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'preflight.try': 'Probarla primero',
  'preflight.tryConfirmed': 'La he comparado: probarla',
  'preflight.hint':
    'La prueba no desconecta a nadie: las entradas se abren en puertos libres, junto al núcleo en marcha.',
  'preflight.going': 'Probando cada entrada y salida…',
  'preflight.fine': 'Nada de lo que funciona hoy fallaría.',
  'preflight.blocks': 'Esto fallaría',
  'preflight.notes': 'Conviene saberlo',
  'preflight.parts': 'Qué se probó',
  'preflight.connects': 'un cliente se conectó',
  'preflight.opens': 'abierta',
  'preflight.reads': 'aceptada',
  'preflight.fails': 'falla',
  'preflight.failsNow': 'falla también en la versión actual',
  'preflight.untried': 'sin probar',
  'preflight.whole': 'Toda la configuración',
  'preflight.apps': 'Aplicaciones que obtuvieron suscripciones en los últimos 30 días',
  'preflight.anyway': 'Instalar de todos modos',
  'preflight.anywayText': 'Fallaría lo que encontró la prueba.',
}
