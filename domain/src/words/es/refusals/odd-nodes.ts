import type { oddNodes as english } from '#domain/refusals/odd-nodes.ts'
import type { Refused } from '../../files.ts'

export const oddNodes: Refused<typeof english> = {
  'node.is-above':
    'Este panel es un nodo de ese panel, directamente o a través de otros. De dos paneles solo uno puede gestionar al otro: quita el nodo en uno de los dos lados.',
  'node.went-back':
    'Los contadores de este nodo retrocedieron para {count} clientes: se restauró una copia de seguridad o alguien los puso a cero. Aquí no se restó nada, y lo que debe estar en el nodo se vuelve a poner.',
  'node.sums-unreadable':
    'Este nodo informa de más tráfico del que se puede contar, para {count} clientes. No se tiene en cuenta. Revisa ese panel.',
  'node.strangers':
    '{count} clientes estaban en entradas de este nodo sin estar asignados a ellas aquí. Se quitaron de esas entradas.',
}
