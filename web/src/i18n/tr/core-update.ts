import type { coreUpdate as english } from '../en/core-update.ts'
import type { Words } from '../files.ts'

export const coreUpdate: Words<typeof english> = {
  'home.coreHashKnown': 'Panel {asset} dosyasının SHA-256 değerini biliyor:',
  'home.coreHashNamed': 'Yayın, {asset} için şu SHA-256 değerini veriyor:',
  'home.coreCompare': 'Panel buna kefil olamaz. Onaylamadan önce yayının sayfasıyla karşılaştırın:',
  'home.coreInstallTitle': 'Xray {version} kurulsun mu?',
  'home.coreInstallText':
    'Yalnızca SHA-256 değeri {hash} olan arşiv kurulur. Çekirdek onunla yeniden başlar.',
  'home.coreInstalled': 'Xray {version} kuruldu.',
  'home.coreInstall': 'Kur',
  'home.coreRelease': 'Yayın',
  'home.coreChoose': 'Birini seçin',
  'preflight.try': 'Ön denetimi çalıştır',
  'preflight.tryConfirmed': 'Karşılaştırdım – ön denetimi çalıştır',
  'preflight.hint':
    'Kimsenin bağlantısı kesilmez: yeni sürüm, çalışan çekirdeğin yanında boş portlarda denenir.',
  'preflight.going': 'Tüm gelen ve giden bağlantılar test ediliyor…',
  'preflight.fine': 'Bugün çalışan her şey çalışmaya devam edecek.',
  'preflight.blocks': 'Çalışmaz hâle gelir',
  'preflight.notes': 'Bilmekte yarar var',
  'preflight.parts': 'Test sonuçları',
  'preflight.connects': 'bir istemci bağlandı',
  'preflight.opens': 'açıldı',
  'preflight.reads': 'kabul edildi',
  'preflight.fails': 'çalışmıyor',
  'preflight.failsNow': 'çalışan sürümde de çalışmıyor',
  'preflight.untried': 'test edilmedi',
  'preflight.whole': 'Tüm yapılandırma',
  'preflight.apps': 'Son 30 günde görülen uygulamalar',
  'preflight.anyway': 'Yine de kur',
  'preflight.anywayText': '“Çalışmaz hâle gelir” altında listelenen her şey kurulumdan sonra çalışmayacak.',
}
