import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': 'Otra persona guardó esto mientras usted lo editaba',
  'conflict.text': 'Se muestran los dos valores de cada campo. Elija cuál guardar.',
  'conflict.theirs': 'Guardado: {value}',
  'conflict.mine': 'Suyo: {value}',
  'conflict.verb': 'Guardar estos valores',
  'conflict.on': 'Activado',
  'conflict.off': 'Desactivado',
}
