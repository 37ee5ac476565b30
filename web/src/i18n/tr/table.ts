import type { table as en } from '../en/table.ts'
import type { Words } from '../files.ts'

export const table: Words<typeof en> = {
  'table.select': '{name} seç',
  'table.selectAll': '{count, plural, other {Eşleşen # öğeyi seç}}',
  'table.selectMatching': 'Eşleşen {count} öğenin tümünü seç',
  'table.selected': '{count, plural, other {# seçili}}',
  'table.clear': 'Seçimi temizle',
  'table.bulk': 'Seçim için işlemler',
  'table.actions': 'İşlemler',
  'table.earlier': '{column} sütununu bir yer öne al',
  'table.later': '{column} sütununu bir yer geri al',
  'table.resize': '{column} genişliği',
  'table.menu': '{name} için işlemler',
  'keys.rows': 'Satırlar',
  'keys.next': 'Sonraki satır',
  'keys.previous': 'Önceki satır',
  'keys.select': 'Satırı seç',
  'keys.edit': 'Satırı düzenle',
}
