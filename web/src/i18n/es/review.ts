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
  'settingsReview.panelAt':
    'Tras el reinicio el panel estará en {address}. Actualiza los marcadores y los scripts con la nueva dirección.',
  'settingsReview.panelMoves':
    'El panel cambiará de dirección. Antes de reiniciarlo, asegúrate de que puedes llegar a él allí.',
  'settingsReview.stop':
    '{count, plural, one {La dirección de # suscripción deja de funcionar. Su dueño necesita la nueva.} many {Las direcciones de # de suscripciones dejan de funcionar. Sus dueños necesitan las nuevas.} other {Las direcciones de # suscripciones dejan de funcionar. Sus dueños necesitan las nuevas.}}',
  'settingsReview.address': 'Las nuevas direcciones de suscripción empiezan por {address}.',
  'settingsReview.restart': 'Se aplica al reiniciar el panel: {names}. El núcleo sigue en marcha.',
}
