import type { updates as english } from '#domain/refusals/updates.ts'
import type { Refused } from '../../files.ts'

export const updates: Refused<typeof english> = {
  'update.from-source':
    'Bu panel kaynak kodundan çalışıyor ve kendini güncellemez. Durdurun, klasöründe "git pull" çalıştırın ve "npm start" ile yeniden başlatın.',
  'update.without-parent':
    'Bu paneli hizmeti başlatmadı, bu yüzden yerine başka bir sürümü başlatacak kimse yok. Kapsayıcıda daha yeni bir imaj kullanın; değilse "sluice run" ile başlatın.',
  'update.no-list':
    'Ayarlanmış bir sürüm listesi yok, bu yüzden daha yeni bir sürüm aranacak yer yok. Ayarlar, Hakkında bölümünde bir liste verin.',
  'update.busy': 'Bir güncelleme sürüyor. Bitmesini bekleyin.',
  'update.nothing-newer': 'Bu makine için {version} sürümünden yenisi yok. Hiçbir şey değişmedi.',
  'update.not-alone':
    'Güncelleme veritabanının tablolarını değiştiriyor ve "{name}" paneli de onu kullanıyor. Önce onu durdurun, sonra ikisini de güncelleyin.',
  'update.signature-unreadable':
    'Sürüm listesinin imzası okunamıyor, bu yüzden liste kullanılmıyor. Daha sonra yeniden deneyin ya da başka bir liste verin.',
  'update.signature-unknown':
    'Sürüm listesi bu sürümün bilmediği bir anahtarla imzalanmış, bu yüzden kullanılmıyor. Bu panelin kurulduğu listeyi verin.',
  'update.signature-wrong':
    'Sürüm listesinin imzası yanlış: yolda değiştirilmiş, bu yüzden kullanılmıyor. Daha sonra yeniden deneyin ya da başka bir liste verin.',
  'update.list-unreadable':
    'Sürüm listesi imzalı ama okunamıyor. Daha sonra yeniden deneyin ya da yeni sürümü elle kurun.',
  'update.list-old':
    'Sürüm listesi daha önce okunandan eski, bu yüzden kullanılmıyor. Listeyi sunan bir güncellemeyi gizliyor olabilir: daha sonra yeniden deneyin ya da başka bir liste verin.',
  'update.no-archive': '{version} sürümünün {arch} işlemci için arşivi yok. Hiçbir şey değişmedi.',
  'update.hash-mismatch':
    '{version} sürümünün arşivinin SHA-256 değeri {expected} değil {found}, bu yüzden kurulmuyor. Daha sonra yeniden deneyin.',
  'update.archive-broken': 'Yeni sürümün arşivi bozuk, bu yüzden kurulmuyor. Yeniden deneyin.',
  'update.archive-escapes': 'Yeni sürümün arşivinde klasörünün dışına çıkan "{name}" adı var. Kurulmuyor.',
  'update.archive-odd': 'Yeni sürümün arşivinde ne dosya ne klasör olan "{name}" var. Kurulmuyor.',
  'update.archive-too-large':
    'Yeni sürümün arşivi açılınca bir sürümün olabileceğinden büyük olur. Kurulmuyor.',
  'update.other-release':
    'Arşivde listenin anlattığı {version} sürümü yok, bu yüzden kurulmuyor. Daha sonra yeniden deneyin.',
  'update.not-kept':
    'Veritabanı, tabloları değişmeden önce kopyalanamadı, bu yüzden güncelleme iptal edildi: {reason}. Yer açıp yeniden deneyin.',
  'update.interrupted': 'Güncelleme, yeni sürüm başlayamadan kesildi. Yeniden başlatın.',
  'update.exited': 'Yeni sürüm {status} koduyla sona erdi.',
  'update.not-ready': 'Yeni sürüm {seconds} saniye içinde hazır olmadı.',
  'update.unhealthy': 'Yeni sürüm başladı ama bir sorunu var: {reason}.',
  'update.no-answer': 'yanıt vermiyor.',
  'update.core-stopped': 'daha önce çalışan çekirdeği çalışmıyor.',
}
