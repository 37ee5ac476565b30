import type { backup as english } from '#domain/refusals/backup.ts'
import type { Refused } from '../../files.ts'

export const backup: Refused<typeof english> = {
  'backup.empty-file': 'Dosya boş. Yedeği yeniden seçin.',
  'backup.not-a-backup':
    'Bu dosya ne bu panelin yedeği ne de veritabanı. Hiçbir şey değişmedi; başka bir dosya seçin.',
  'backup.archive-damaged':
    'Yedek bozuk ya da yarım kalmış. Hiçbir şey değişmedi; dosyayı yeniden indirin veya daha eski bir yedek kullanın.',
  'backup.manifest-unreadable':
    'Yedeğin bildirimi okunamıyor. Hiçbir şey değişmedi; başka bir yedek kullanın.',
  'backup.manifest-lies':
    'Yedeğin içeriği bildirimine uymuyor: değiştirilmiş ya da bozuk. Hiçbir şey değişmedi; başka bir yedek kullanın.',
  'backup.too-large':
    'Bu yedek açıldığında bir veritabanının olabileceğinden büyük olur. Hiçbir şey açılmadı; başka bir yedek kullanın.',
  'backup.database-damaged':
    'Bu dosyadaki veritabanı bozuk. Hiçbir şey değişmedi; daha eski bir yedek kullanın.',
  'backup.foreign-database':
    'Bu başka bir programın veritabanı. Hiçbir şey değişmedi; bu panelin bir yedeğini seçin.',
  'backup.other-panel':
    'Bu başka bir panelin veritabanına benziyor. Onu içe aktarın: Ayarlar, Yedek veya sluice import-3x-ui.',
  'backup.newer':
    'Bu yedek için Sluice {version} veya daha yenisi gerekir. Hiçbir şey değişmedi; o sürümü kurun, sonra geri yükleyin.',
  'backup.newer-step':
    'Bu veritabanını daha yeni bir Sluice yazmış ("{step}" adımı var). Hiçbir şey değişmedi; o sürümü kurun, sonra geri yükleyin.',
  'backup.passphrase-missing': 'Bu yedek şifreli. Parolasını yazın.',
  'backup.passphrase-wrong': 'Parola bu yedeğe uymuyor. Kontrol edip yeniden deneyin.',
  'backup.not-by-passphrase':
    'Bu dosya bir parolayla değil, bir anahtar için şifrelenmiş. Önce age ile çözün.',
  'backup.too-much-work':
    'Bu dosyayı çözmek panelin izin verdiğinden fazla bellek ister. Önce age ile çözün.',
  'backup.unknown': 'Böyle bir yedek artık yok. Listeye yeniden bakın.',
  'backup.busy': 'Başka bir yedekleme veya geri yükleme sürüyor. Bitince yeniden deneyin.',
  'backup.not-alone':
    'Bu veritabanında başka bir panel ({name}) çalışıyor. Onu durdurun, geri yüklemeyi burada yapın ve onu yeniden başlatın.',
  'backup.nothing-to-undo': 'Geri alınacak bir geri yükleme yok.',
  'backup.folder-relative': '"{folder}" tam bir yol değil. Eğik çizgiyle başlayan bir yol yazın.',
  'backup.folder-unusable':
    'Yedekler {folder} içinde saklanamıyor ({reason}). Panelin yazmasına izin verin veya başka bir klasör seçin.',
  'backup.s3-said': 'Depo isteği HTTP durumu {status} ile geri çevirdi: {reason}.',
  'backup.s3-status': 'Depo isteği HTTP durumu {status} ile geri çevirdi. Adresini kontrol edin.',
  'backup.s3-odd-answer': 'Depo bir S3 hizmeti gibi yanıt vermedi. Adresini ve kova adını kontrol edin.',
  'backup.s3-incomplete': 'S3 hedefi eksik: {missing} boş. Doldurun veya adresi silin.',
  'backup.not-compared': 'Bu, karşılaştırılan yedek değil. Hiçbir şey değişmedi; yeniden karşılaştırın.',
  'backup.note-changes': 'Bu yedekten sonra burada {count} değişiklik kaydedildi. Bunlar geri alınacak.',
  'backup.note-older': 'Daha eski bir sürüm ({version}) tarafından alınmış; güncel hale getirilecek.',
  'backup.note-other-panel':
    'Başka bir panel tarafından alınmış. Girişler, sertifikalar ve adresler o paneldeki gibi olacak.',
  'backup.note-address': 'Geri yüklemeden sonra panel {address} adresinde yanıt verir.',
  'backup.note-certificate':
    'Sertifika dosyası {file} bu makinede yok. Panel onsuz başlayamazsa geri yükleme geri alınır.',
  'backup.not-carried-out': 'Geri yükleme yapılmadı ve hiçbir şey değişmedi. Nedeni günlükte.',
}
