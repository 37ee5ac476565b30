import type { databases as english } from '#domain/refusals/databases.ts'
import type { Refused } from '../../files.ts'

export const databases: Refused<typeof english> = {
  'database.not-ours':
    '{where} bir Sluice veritabanı değil; hiçbir şey değiştirilmedi. Başka bir panelin verileri içe aktarmayla gelir.',
  'database.value-unfit':
    '{column} içinde "{value}" var ve oraya uymuyor. Kaynaktaki bu satırı düzeltip yeniden deneyin: hiçbir şey değiştirilmedi.',
  'database.disk-full':
    '{where} yazılan yerde boş alan kalmadı. Yer açıp yeniden deneyin: hiçbir şey değiştirilmedi.',
  'database.copy-failed': 'Veritabanı {where} hedefine kopyalanamadı ({reason}); hiçbir şey değiştirilmedi.',
  'database.copy-differs':
    '{where} içindeki {table} tablosunun kopyası aslıyla aynı değil ({read} yerine {written} satır); hiçbir şey değiştirilmedi. Yeniden deneyin, yinelenirse diski denetleyin.',
  'database.source-changed':
    'Kopyalama sırasında başka bir program {where} içine yazdı; hiçbir şey değiştirilmedi. O programı durdurup yeniden deneyin.',
}
