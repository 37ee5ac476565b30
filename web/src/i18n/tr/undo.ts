import type { undo as english } from '../en/undo.ts'
import type { Words } from '../files.ts'

export const undo: Words<typeof english> = {
  'undo.othersTitle': 'Diğer {count, plural, one {# kullanıcı} other {# kullanıcı}} için geri alınsın mı?',
  'undo.otherInboundsTitle': 'Diğer {count, plural, one {# gelen} other {# gelen}} için geri alınsın mı?',
  'undo.othersVerb': 'Diğerlerini geri al',
  'undo.verb': 'Geri al',
  'undo.done': 'Geri alındı',
  'undo.deleteTitle': '{count, plural, other {# istemci}} silinsin mi?',
  'undo.deleteText': 'Geri alma, bu işlemle oluşturulan istemcileri siler. Bağlantıları çalışmaz olur.',
  'undo.deleteVerb': '{count, plural, other {# istemciyi}} sil',
}
