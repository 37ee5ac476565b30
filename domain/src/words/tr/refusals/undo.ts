import type { undo as english } from '#domain/refusals/undo.ts'
import type { Refused } from '../../files.ts'

export const undo: Refused<typeof english> = {
  'undo.missing':
    '{id} numaralı işlem geri alınamaz: çok eski ya da numara yanlış. Etkinlik sayfasına bakın.',
  'undo.inbounds-changed':
    'Hiçbir şey geri alınmadı: gelenler o zamandan beri yeniden sıfırlandı veya silindi.',
  'undo.some-inbounds-changed':
    'Hiçbir şey geri alınmadı: bazı gelenler o zamandan beri yeniden sıfırlandı veya silindi ({who}). Diğer {others} gelen onlar olmadan geri alınabilir.',
  'undo.inbound-reset': 'Gelen o zamandan beri yeniden sıfırlandı.',
  'undo.inbound-deleted': 'Gelen o zamandan beri silindi.',
  'undo.done': 'Bu işlem zaten geri alındı.',
  'undo.changed':
    'Hiçbir şey geri alınmadı: {count} kullanıcı o zamandan beri değişti ({who}). Diğer {others} kullanıcı onlar olmadan geri alınabilir.',
  'undo.deletes': 'Henüz geri alınmadı: bu işlem {count} kullanıcıyı siler. Önce onaylayın.',
  'undo.deletes-others':
    'Hiçbir şey geri alınmadı: {left} kullanıcı o zamandan beri kullanıldı veya değişti ({who}) ve kalır. Geri alma diğer {count} kullanıcıyı siler.',
  'undo.all-changed':
    'Hiçbir şey geri alınmadı: kullanıcılar o zamandan beri değişti ({who}). Bunun yerine onları düzenleyin.',
  'undo.client-gone': 'Kullanıcı o zamandan beri silindi.',
  'undo.client-used': 'Kullanıcı o zamandan beri kullanıldı.',
  'undo.client-edited': 'Kullanıcı o zamandan beri düzenlendi: {fields}.',
  'undo.counters-set': 'Kullanıcının trafiği o zamandan beri sıfırlandı veya yeniden ayarlandı.',
  'undo.inbound-gone': 'Kullanıcının bağlı olduğu bir gelen bağlantı o zamandan beri silindi.',
  'undo.client-back': 'Bu adla bir kullanıcı yeniden oluşturuldu.',
  'version.changed':
    'Siz açtıktan sonra başka biri bunu kaydetti. Yeniden yükleyin, ardından değişikliklerinizi kaydedin.',
}
