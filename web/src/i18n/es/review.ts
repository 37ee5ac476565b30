import type { review as english } from '../en/review.ts'
import type { Words } from '../files.ts'

export const review: Words<typeof english> = {
  'review.noChange': 'Nada cambia en lo que recibe el núcleo.',
  'review.more': '{count, plural, one {# diferencia más} many {# diferencias más} other {# diferencias más}}',
  'review.added': 'Añadido',
  'review.removed': 'Quitado',
  'review.changed': 'Cambiado',
  'inboundReview.title': 'Revisar los cambios',
  'inboundReview.links':
    '{count, plural, one {Cambian los enlaces de # suscripción. Su aplicación tiene que descargarla de nuevo.} many {Cambian los enlaces de # suscripciones. Sus aplicaciones tienen que descargarlas de nuevo.} other {Cambian los enlaces de # suscripciones. Sus aplicaciones tienen que descargarlas de nuevo.}}',
  'inboundReview.accepted': 'El núcleo acepta esta configuración.',
  'inboundReview.apply': 'Aplicar',
}
