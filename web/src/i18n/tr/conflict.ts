import type { conflict as english } from '../en/conflict.ts'
import type { Words } from '../files.ts'

export const conflict: Words<typeof english> = {
  'conflict.title': 'Siz düzenlerken başka biri bunu kaydetti',
  'conflict.text': 'Her alanın iki değeri gösteriliyor. Kaydedilecek olanı seçin.',
  'conflict.theirs': 'Kaydedilen: {value}',
  'conflict.mine': 'Sizinki: {value}',
  'conflict.verb': 'Bu değerleri kaydet',
  'conflict.on': 'Açık',
  'conflict.off': 'Kapalı',
}
