import type { health as english } from '../en/health.ts'
import type { Words } from '../files.ts'

export const health: Words<typeof english> = {
  'health.checked': 'Comprobado {when}.',
  'health.checkedNow': 'Comprobado ahora mismo.',
  'health.again': 'Comprobar de nuevo',
  'health.bad': 'Hay que corregir',
  'health.warn': 'Advertencias',
  'health.note': 'Notas',
  'health.ok': 'Comprobado',
  'health.goodTitle': 'No se encontraron problemas',
  'health.goodText':
    'Se comprobaron los puertos, los certificados, el reloj, el núcleo, la base de datos y las copias de seguridad.',
  'health.open': 'Abrir {page}',
  'health.openFor': 'Abrir {page} para esto: {sentence}',
  'health.command': 'la orden',
}
