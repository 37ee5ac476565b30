import type { moveInPlan as english } from '#domain/refusals/move-in-plan.ts'
import type { Refused } from '../../files.ts'

export const moveInPlan: Refused<typeof english> = {
  'movein.more': 'Aynı türden {count} tane daha var, örneğin: {like}.',
  'movein.table-missing': 'Veritabanında {table} tablosu yok.',
  'movein.table-left': '{table} tablosu burada bilinmiyor ve gelmiyor (satır sayısı: {rows}).',
  'movein.columns-left': '{table} tablosunun şu sütunları burada bilinmiyor ve gelmiyor: {columns}.',
  'movein.bookkeeping': '{table} tablosu öteki panelin iç verilerini tutuyor. Burada gerekmiyor.',
  'movein.orphans':
    '{table} tablosunun hiçbir şeye ait olmayan ya da kullanılamayan satırları gelmiyor: {count}.',
  'movein.tag-made':
    '"{old}" etiketi boş, iki kez kullanılmış ya da ayrılmış. Gelen bağlantı {tag} etiketini alıyor. Onu anan yönlendirme kurallarına bakın.',
  'movein.blocks-broken': 'Ayarları okunamıyor. Kapalı olarak geliyor: açıp düzeltin ve etkinleştirin.',
  'movein.node-lost':
    'Veritabanında olmayan bir düğümde çalışıyordu. Kapalı olarak, bu panelin gelen bağlantısı olarak geliyor.',
  'movein.wireguard-peers':
    'İstemcileri gelen bağlantının eşleri olarak geliyor. Kendi kotaları ve süreleri olmadan çalışmayı sürdürürler.',
  'movein.fallback-row':
    '{child} gelen bağlantısına elle yazılmış fallback, fallback listesinde bir satır oluyor. Bağlantı adresleri değişmiyor.',
  'movein.listed-twice': '{tag} gelen bağlantısı bu istemciyi iki kez listeliyor. Bir kez geliyor.',
  'movein.listed-only': '{tag} gelen bağlantısı silinmiş {email} istemcisini hâlâ listeliyor. Gelmiyor.',
  'movein.listed-apart':
    '{tag} gelen bağlantısı, artık ona bağlı olmayan {email} istemcisini hâlâ listeliyor. Bağlı olmadan kalıyor.',
  'movein.email-healed':
    '"{old}" e-postası burada kullanılamıyor: {reason}. İstemcinin adı artık {email}; aboneliği ve bağlantıları değişmiyor.',
  'movein.email-twice':
    'Başka bir istemcinin adı da {old}. Bunun adı artık {email}; aboneliği ve bağlantıları değişmiyor.',
  'movein.sub-id-changed':
    '"{old}" abonelik kimliği burada kullanılamıyor: {reason}. İstemcinin yeni abonelik adresine ihtiyacı var.',
  'movein.credential-unusable':
    '{field} değeri burada kullanılamıyor. Gereken yerde yenisi oluşturulur ve istemciye yeni bağlantılar gerekir.',
  'movein.flow-unknown': '"{flow}" flow değeri bilinmiyor. Boş olarak geliyor.',
  'movein.delay-rounded': 'Ertelenmiş başlangıç tam günlere yukarı yuvarlandı: {days}.',
  'movein.delay-too-long':
    'Ertelenmiş başlangıç sayılamayacak kadar uzun. İstemcinin artık bitiş süresi yok.',
  'movein.text-trimmed':
    '{field} alanından saklanamayan karakterler çıkarıldı ya da alan en uzun boyuna kısaltıldı.',
  'movein.counter-capped': 'Trafik sayaçları çok büyük. Mümkün olan en büyük sayıya ayarlanırlar.',
  'movein.external-links-left': 'Burada bilinmeyen türden dış bağlantılar gelmiyor: {count}.',
  'movein.user-name-unusable': 'Kullanıcı adı boş ya da saklanamıyor. Kullanıcı gelmiyor.',
  'movein.user-without-hash':
    'Bu kullanıcının parolası burada kabul edilmeyen bir biçimde saklanmış. Kullanıcı gelmiyor; bu panelin kullanıcısıyla giriş yapın.',
  'movein.user-twice': 'Bu adda başka bir kullanıcı var. Bu gelmiyor.',
  'movein.token-unusable': 'Bu API anahtarı boş, bozuk ya da iki kez var. Gelmiyor.',
  'movein.list-without-url': 'Bu giden bağlantı aboneliğinin kullanılabilir bir URL adresi yok. Gelmiyor.',
  'movein.geo-unusable': 'Bu geo dosyasının adı ya da URL adresi burada kullanılamıyor. Gelmiyor.',
  'movein.setting-twice': 'Bu ayar birden çok kez kayıtlı. Öteki paneldeki gibi ilk değer geçerli.',
  'movein.setting-unknown': 'Bu ayar burada bilinmiyor. Gelmiyor.',
  'movein.setting-refused':
    'Bu ayarın değeri burada kullanılamıyor: {reason}. Ayar buradaki değerini koruyor.',
  'movein.listens-everywhere':
    'Her adresi dinliyordu. Dışarıdan erişilebilir kalsın diye 0.0.0.0 olarak yazıldı.',
  'movein.two-factor-off':
    'İki adımlı giriş açık, ama gizli anahtarı kullanılamıyor. Kapalı olarak geliyor: yeni bir anahtarla yeniden açın.',
  'movein.path-twice': 'Başka bir yol da {old}. Bu artık {path}.',
  'movein.half-certificate':
    'Sertifika ve anahtardan yalnızca biri ayarlanmış. İkisi de boş olarak içe aktarılır.',
  'movein.template-broken': 'Çekirdek şablonu bir JSON nesnesi değil. Buradaki şablon kalıyor.',
  'movein.at-field': '{field}: {reason}.',
  'movein.inbound-left': 'Bu gelen bağlantı gelemiyor: {reason}.',
  'movein.inbound-off': 'Kapalı olarak geliyor: {reason}. Açıp düzeltin ve etkinleştirin.',
  'movein.inbound-tag-taken':
    'Burada başka bir gelen bağlantının etiketi {old}. Bu {tag} etiketini alıyor; bağlantıları değişmiyor. Onu anan yönlendirme kurallarına bakın.',
  'movein.inbound-differs': 'Bu gelen bağlantı zaten burada, başka ayarlarla. Buradakiler kalıyor.',
  'movein.port-taken': '{port} portunu zaten {tag} gelen bağlantısı tutuyor.',
  'movein.client-left': 'Bu istemci gelemiyor: {reason}.',
  'movein.client-name-taken':
    'Burada başka bir istemcinin adı {old}. Bunun adı {email}; aboneliği ve bağlantıları değişmiyor.',
  'movein.client-differs':
    'Bu istemci zaten burada, başka kimlik bilgileriyle. Buradakiler kalıyor; öteki panelin bağlantıları onun için çalışmayabilir.',
  'movein.attachment-left': '{tag} gelen bağlantısına bağlanmıyor: {reason}.',
  'movein.credential-missing': 'Bu protokol için kimlik bilgisi yok. Elle bağlayın.',
  'movein.reverse-left': 'Ters etiket {tag} bir giden bağlantının etiketi. Onsuz geliyor.',
  'movein.sub-id-shared':
    'Buradaki {other} istemcisinin abonelik kimliği aynı. Abonelikleri ikisini de gösterir.',
  'movein.fallback-left': 'Bir fallback satırı gelemiyor: {reason}.',
  'movein.name-taken': '{old} adı burada alınmış. {name} olarak geliyor.',
  'movein.settings-stay':
    'Bu panel kullanımda, bu yüzden ayarları korunur. Değiştirmek için ayarları da içe aktarmayı seçin.',
  'movein.template-stays':
    'Bu panel kullanımda, bu yüzden çekirdek şablonu korunur. Değiştirmek için ayarları da içe aktarmayı seçin.',
  'movein.users-stay':
    'Bu panel kullanımda, bu yüzden kullanıcıları korunur. Değiştirmek için ayarları da içe aktarmayı seçin.',
  'movein.users-come': 'Artık öteki panelin kullanıcı adı ve parolasıyla giriş yaparsınız.',
  'movein.template-left': 'Çekirdek şablonu gelemiyor: {reason}. Buradaki şablon kalıyor.',
  'movein.rule-off':
    'Bir yönlendirme kuralı burada olmayan {file} geo dosyasını istiyor. Kapalı olarak geliyor: dosyayı indirip kuralı açın.',
  'movein.panel-https':
    'Panel sertifikasız, düz HTTP ile sunuluyordu. Burada adresi https:// ile başlar; siz sertifika ekleyene kadar kendinden imzalı olur.',
  'movein.subscriptions-https':
    "Abonelik adresleri http:// ile başlıyordu. Burada https:// ile başlar ve uygulamaların kabul etmediği kendinden imzalı bir sertifikaları olur. Abonelikler için bir sertifika ekleyin veya düz HTTP'yi korumayı seçin.",
  'movein.subscriptions-http': 'Abonelik adresleri şifresiz olarak http:// ile başlamayı sürdürür.',
}
