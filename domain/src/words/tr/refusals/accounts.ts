import type { accounts as english } from '#domain/refusals/accounts.ts'
import type { Refused } from '../../files.ts'

export const accounts: Refused<typeof english> = {
  'login.invalid': 'Kullanıcı adı, parola veya iki adımlı kod yanlış.',
  'login.username-missing': 'Kullanıcı adını yazın.',
  'login.password-missing': 'Parolayı yazın.',
  'login.busy': 'Aynı anda çok fazla giriş yapılıyor. Birazdan yeniden deneyin.',
  'session.people-only': 'Oturumlar kişilere aittir. Görmek ve sonlandırmak için giriş yapın.',
  'session.own': 'Bu, kullandığınız oturum. Bunun yerine çıkış yapın.',
  'session.missing': 'Böyle bir oturum artık yok: sona erdi veya sizin değildi.',
  'token.no-csrf': 'Bearer jetonu CSRF jetonu gerektirmez.',
  'token.id-invalid': 'Jeton kimliği geçersiz.',
  'token.name-missing': 'Jetona bir ad verin.',
  'token.name-too-long': 'Jeton adı en çok 64 karakter olabilir.',
  'token.name-taken': 'Bu adda bir jeton var. Başka bir ad seçin.',
  'token.missing': 'Böyle bir jeton yok.',
  'user.current-wrong': 'Yönetici bilgileri değişmedi: şu anki kullanıcı adı veya parola yanlış.',
  'user.empty': 'Yeni kullanıcı adı ve parola boş.',
  'user.already-chosen': 'Parola zaten seçildi. Ayarlardan değiştirin.',
  'user.too-long': 'Kullanıcı adı ve parola için en çok {max} karakter kullanın.',
  'user.password-too-short': 'Parola çok kısa. En az {min} karakter kullanın.',
  'user.password-common': 'Bu, herkesin ilk deneyeceği parolalardan biri. Başka bir parola seçin.',
  'user.none-yet': 'Henüz kullanıcı yok. -username ve -password değerlerini birlikte verin.',
  'two-factor.secret-missing':
    'twoFactorToken boş. Bir gizli anahtar oluşturun, doğrulama uygulamanıza ekleyin ve twoFactorCode içindeki kodla gönderin.',
  'two-factor.new-code-needed':
    'Doğrulama uygulamasının yeni gizli anahtar için gösterdiği altı haneyi gönderin. Her kod bir kez kullanılır.',
  'two-factor.current-code-needed':
    'Doğrulama uygulamasının şu anki gizli anahtar için gösterdiği altı haneyi veya bir kurtarma kodunu gönderin. Her kod bir kez kullanılır.',
  'two-factor.password-wrong':
    'Parola yanlış ya da çok fazla deneme yapıldı. Giriş yaptığınız parolayı yazın.',
  'two-factor.off': 'İki adımlı giriş kapalı, bu yüzden kurtarma kodu yok. Önce onu açın.',
  'setting.token-not-here': 'API jetonları apiTokens altında oluşturulur ve silinir, bir kez gösterilir.',
  'setting.regex-invalid': 'Bu düzenli ifade kullanılamaz. Ayraçlarını ve kaçışlarını denetleyin.',
  'setting.ports-equal':
    'Panel ve abonelikler aynı adresin {port} portunu birlikte dinleyemez. Biri için başka bir port seçin.',
  'setting.must-differ': '{key} ile {twin} farklı olmalıdır: ikisi de {value}.',
  'setting.pair-incomplete':
    '{missing} boş. {cert} ve {key} değerlerinin ikisini de verin ya da hiçbirini vermeyin.',
  'setting.unreadable': 'Kayıtlı değer okunamadı.',
  'setting.base32': '16 ile 128 karakter arası bir base32 gizli anahtarı kullanın (A-Z, 2-7).',
  'setting.cidrs': 'Virgülle ayrılmış IP adresleri veya CIDR aralıkları kullanın ya da boş bırakın.',
  'setting.cron': '@daily, @every 1m veya 0 30 8 * * * gibi bir zamanlama kullanın.',
  'setting.file': 'Sunucudaki bir dosyanın yolunu kullanın ya da boş bırakın.',
  'setting.colour': '#0b6c78 gibi bir renk kullanın ya da boş bırakın.',
  'setting.picture': 'En fazla 48 KB boyutunda bir PNG, JPEG, WebP veya SVG resmi seçin ya da boş bırakın.',
  'setting.host': 'Portsuz bir ana makine adı veya IP adresi kullanın ya da boş bırakın.',
  'setting.ids': 'Virgülle ayrılmış tam sayılar kullanın ya da boş bırakın.',
  'setting.ip': 'Bir IP adresi kullanın ya da yalnızca bu makine için boş bırakın.',
  'setting.json': 'Bir JSON nesnesi veya dizisi kullanın ya da boş bırakın.',
  'setting.language': 'en-US gibi bir dil kullanın.',
  'setting.line': 'Tek satırlık bir metin kullanın.',
  'setting.link': 'http://, https://, tg: veya mailto: ile başlayan bir bağlantı kullanın ya da boş bırakın.',
  'setting.path':
    'Eğik çizgiler arasında harf, rakam ve . _ ~ @ + = ! - işaretlerinden oluşan, art arda iki nokta içermeyen bir yol kullanın.',
  'secret.other-server':
    'Parolayı ya da belirteci de girin: kayıtlı olan yalnızca kayıtlı sunucuya gönderilir. Ya da önce yeni adresi kaydedin.',
  'setting.never-called': '{key} kaydedildi, ancak bu adrese hiçbir şey gönderilmeyecek: {reason}.',
  'setting.password-again':
    'Bu adresteki parolayı ya da anahtarı yeniden girin: kayıtlı olan gösterilmez ve yalnızca kayıtlı adrese gönderilir.',
  'setting.proxy':
    'socks5://127.0.0.1:1080 ya da http://127.0.0.1:8080 gibi bir vekil sunucu kullanın ya da boş bırakın.',
  'setting.regex': 'Bir düzenli ifade kullanın ya da boş bırakın.',
  'setting.remark-model':
    'Bir ayırıcı işaret, ardından i, e ve o harflerini herhangi bir sırayla, her birini en çok bir kez kullanın.',
  'setting.text': 'Bir metin kullanın.',
  'setting.timezone': 'Europe/Berlin, UTC veya Local gibi bir saat dilimi kullanın.',
  'setting.url':
    'http:// veya https:// ile başlayan ve ana makine içeren bir URL kullanın ya da boş bırakın.',
}
