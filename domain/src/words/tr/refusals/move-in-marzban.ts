import type { moveInMarzban as english } from '#domain/refusals/move-in-marzban.ts'
import type { Refused } from '../../files.ts'

export const moveInMarzban: Refused<typeof english> = {
  'marzban.two-clients':
    'Bazı kullanıcıların gizli bilgileri tek bir istemciye sığmıyor, örneğin VMess ve VLESS kimlikleri farklı. Her biri tek abonelikli iki istemci olarak içe aktarılır ve ikisi de tam kota alır: {names} (toplam {count}).',
  'marzban.reset-strategy':
    'Bazı kullanıcıların trafiği "{strategy}" takvimine göre sıfırlanıyordu ve bu takvim içe aktarılmaz. Zamanı gelince trafiği burada sıfırlayın: {names} (toplam {count}).',
  'marzban.name-changed':
    'Bu ad burada kullanılamaz ya da başka bir istemcide var. {email} adıyla içe aktarılır.',
  'marzban.user-nameless': '{id} numaralı kullanıcının adı yok ve içe aktarılmaz.',
  'marzban.status-unknown': '{status} durumu bilinmiyor. İstemci devre dışı olarak içe aktarılır.',
  'marzban.hold-rounded':
    'İlk kullanımdan sonraki süre burada tam gün olarak sayılır. Şunlar için yukarı yuvarlandı: {names} (toplam {count}).',
  'marzban.hold-timeout':
    'Beklemedeki bazı kullanıcıların süresinin başlayacağı bir tarih de vardı. Burada süre yalnızca ilk kullanımla başlar: {names} (toplam {count}).',
  'marzban.secret-unusable': 'Çekirdek {protocol} gizli bilgisini kullanamıyor. İstemci yenisini alır.',
  'marzban.note-cut': 'Notlar {max} karakterden sonra kesilir: {names} (toplam {count}).',
  'marzban.flow-unknown': '{flow} akışı bilinmiyor. İstemci akışsız içe aktarılır.',
  'marzban.cipher-differs':
    '{tag} gelen bağlantısının tüm istemcileri burada {method} şifresini paylaşır. Başka şifre kullananların Shadowsocks bağlantısı değişir: {names} (toplam {count}).',
  'marzban.cipher-single-user':
    '2022-blake3-chacha20-poly1305 şifresi tek kullanıcıya hizmet eder. Bu gelen bağlantıya istemci eklenmez.',
  'marzban.key-lengths':
    'Bir istemcinin tek Shadowsocks anahtarı vardır ve {tag} gelen bağlantısı başka uzunlukta ister. Eklenmeyenler: {names} (toplam {count}).',
  'marzban.several-groups':
    'Bir istemcinin burada tek grubu olur. Birden çok grubu olanlar ilkini korur ve hepsinin gelen bağlantılarında kalır: {names} (toplam {count}).',
  'marzban.no-core-config':
    'Çekirdek yapılandırması olmadan gelen bağlantılar içe aktarılmaz ve hiçbir istemci eklenmez. XRAY_JSON değişkeninin gösterdiği dosyayı ekleyin, genellikle xray_config.json.',
  'marzban.core-config-unreadable':
    'Çekirdek yapılandırması bir JSON nesnesi değil, bu yüzden gelen bağlantılar içe aktarılmaz. XRAY_JSON değişkeninin gösterdiği dosya olduğunu denetleyin.',
  'marzban.core-kind': '{kind} türündeki çekirdek içe aktarılmaz. Yalnızca Xray yapılandırmaları aktarılır.',
  'marzban.inbound-in-template':
    'Bu gelen bağlantının ({protocol}) panel kullanıcısı yok. Çekirdek şablonu içe aktarılırsa onun parçası olur.',
  'marzban.inbound-tag':
    '{port} kapısındaki {protocol} gelen bağlantısının etiketi yok ya da ayrılmış. İçe aktarılmaz.',
  'marzban.inbound-twice': 'Başka bir gelen bağlantının etiketi aynı. Yalnızca ilki içe aktarılır.',
  'marzban.inbound-port': 'Bu gelen bağlantı tek bir sabit kapıyı dinlemiyor ve içe aktarılmaz.',
  'marzban.inbound-users':
    'Çekirdek yapılandırmasının içine yazılmış kullanıcılar içe aktarılmaz (toplam {count}). Yalnızca veritabanındakiler aktarılır.',
  'marzban.private-ranges':
    'Yönlendirme kuralları özel aralıkları adres olarak yazar, böylece geo dosyası gerekmez.',
  'marzban.host-remark':
    'Ana makine adlarındaki değişkenler çıkarıldı. Tüm bağlantılar için Ayarlar, Abonelik bölümünde bir ad şablonu belirleyin: {names} (toplam {count}).',
  'marzban.host-variable': '{text} metni kullanıcıya göre değişir ve içe aktarılmaz.',
  'marzban.host-star': '{from} her bağlantıda rastgeleydi. Burada tüm bağlantılar {to} kullanır.',
  'marzban.host-list':
    'Her bağlantıda birkaç değerden biri rastgele vardı ({column}). Burada tüm bağlantılar {first} kullanır.',
  'marzban.host-extra': 'Ana makinenin bu bölümü içe aktarılmaz: {column}.',
  'marzban.host-inbound': 'Bu ana makine içe aktarılmayan {tag} gelen bağlantısına ait.',
  'marzban.host-server':
    '{tag} gelen bağlantısının bu ana makinesi sunucunun kendi adresini kullanıyor ve adres bilinmiyor. İçe aktarmadan önce Ayarlar bölümünde genel ana makineyi belirleyin ya da sonra ekleyin.',
  'marzban.admin-limited':
    'Burada her girişin tüm yetkileri vardır, bu yüzden daha az yetkili yöneticiler içe aktarılmaz: {names} (toplam {count}).',
  'marzban.admin-password': 'Bu yöneticinin parolası bcrypt ile saklanmamış. Giriş içe aktarılmaz.',
  'marzban.nodes':
    'Düğümler diğer panelin yazılımını çalıştırır ve içe aktarılmaz. Her birine panel kurup düğüm olarak ekleyin: {names} (toplam {count}).',
  'marzban.rows': '{table} tablosunun satırları içe aktarılmaz (toplam {count}). Burada karşılığı yok.',
  'marzban.no-secret':
    'Veritabanında abonelik URL anahtarı yok, bu yüzden eski URL adresleri çalışmaz. İstemcilere yenilerini verin.',
  'marzban.urls':
    '{path} altındaki eski abonelik adresleri abonelik kapısında çalışmaya devam eder. Eski ana makine adını ve kapıyı oraya yönlendirin.',
}
