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
    '{count, plural, one {Cambian los enlaces de # suscripción. La aplicación debe actualizarla.} many {Cambian los enlaces de # de suscripciones. Las aplicaciones deben actualizarlas.} other {Cambian los enlaces de # suscripciones. Las aplicaciones deben actualizarlas.}}',
  'inboundReview.accepted': 'El núcleo acepta esta configuración.',
  'inboundReview.apply': 'Aplicar',
}
