import type { restart as english } from '#domain/refusals/restart.ts'
import type { Refused } from '../../files.ts'

export const restart: Refused<typeof english> = {
  'restart.log': 'Cambió la configuración del registro: el núcleo abre sus registros al iniciarse.',
  'restart.api': 'Cambió la configuración de la API: el núcleo abre su API al iniciarse.',
  'restart.stats': 'Cambió la configuración de estadísticas: el núcleo prepara sus contadores al iniciarse.',
  'restart.metrics':
    'Cambió la configuración de métricas: el núcleo abre su página de métricas al iniciarse.',
  'restart.policy': 'Cambió la política: el núcleo lee sus tiempos de espera y búferes al iniciarse.',
  'restart.dns': 'Cambió la configuración de DNS: el núcleo crea su resolutor al iniciarse.',
  'restart.fakedns': 'Cambiaron los rangos de DNS falso: el núcleo los llena al iniciarse.',
  'restart.observatory': 'Cambió el observatorio: el núcleo empieza a sondear al iniciarse.',
  'restart.burst-observatory':
    'Cambió el observatorio por ráfagas: el núcleo empieza a sondear al iniciarse.',
  'restart.transport': 'Cambió la configuración global de transporte: el núcleo la lee al iniciarse.',
  'restart.reverse': 'Cambió la configuración inversa: el núcleo prepara puentes y portales al iniciarse.',
  'restart.geodata': 'Cambió la configuración de datos geo: el núcleo planifica sus descargas al iniciarse.',
  'restart.section': 'Cambió la sección {section}: el núcleo la lee al iniciarse.',
  'restart.domain-strategy': 'Cambió la estrategia de dominios: el núcleo la lee al iniciarse.',
  'restart.balancer': 'Cambió el balanceador {tag}: el núcleo crea cada balanceador una sola vez.',
  'restart.no-observatory':
    'Un balanceador necesita un observatorio, y el núcleo en marcha aún no tiene ninguno.',
  'restart.reverse-clients':
    'La entrada {tag} cambió y tiene clientes inversos: conservarían una conexión a ninguna parte.',
  'restart.inbound-untagged':
    'Una entrada de la plantilla no tiene etiqueta propia: dale una o reinicia el núcleo.',
  'restart.outbound-untagged':
    'Cambió una salida sin etiqueta propia: da una a cada salida o reinicia el núcleo.',
  'restart.refused': 'El núcleo rechazó un cambio: {reason}.',
}
