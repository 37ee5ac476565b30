import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'Yedekleme başarısız oldu',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'Yedekleme gecikti',
  'backup.overdue.message': 'Son başarılı yedek {hours} saat önce alındı. Ayarlar › Yedek bölümüne bakın.',
  'clock.jumped.title': 'Saat ileri atladı',
  'clock.jumped.message':
    'Bu sunucunun saati {hours} saat ileri atladı. Yeni saati kabul edene (POST /panel/api/traffic/acceptClock), saati düzeltene veya paneli yeniden başlatana kadar hiçbir istemci süre nedeniyle kapatılmaz ya da yenilenmez.',
  'core.ended.title': 'Çekirdek beklenmedik şekilde durdu',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'Çekirdek kuruldu',
  'core.installed.message': 'Xray {version} şimdi başlatılıyor.',
  'core.installing.title': 'Çekirdek kuruluyor',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'Çekirdek yanıt vermiyor, yeniden başlatılıyor',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'Çekirdek kurulumu başarısız oldu',
  'core.not-installed.message': '{reason}.',
  'core.partly-started.title': 'Çekirdek çalışıyor, ancak bazı gelen bağlantılar eksik olabilir',
  'core.partly-started.message':
    'Çekirdek tüm yapılandırmayla başlamadı; gelen bağlantılar tek tek ekleniyor. Reddedilenler yeniden denenecek.',
  'core.restarted.title': 'Çekirdek yeniden başlatıldı',
  'core.restarted.message': 'Tüm istemciler yeniden bağlanıyor.',
  'core.rolled-back.title': 'Çekirdek önceki sürüme döndü',
  'core.rolled-back.message': 'Xray {version} çalışmadı; Xray {previous} yeniden çalışıyor: {reason}.',
  'core.stopped.title': 'Çekirdek durduruldu',
  'core.stopped.message': 'Yeniden başlatılana kadar kimse bağlanamaz.',
  'directory.held.title': 'Dizin eşitlemesi onayınızı bekliyor',
  'directory.held.message': '{reason}. Ayarlar › Dizin bölümüne bakın.',
  'inbound.not-open.title': '{inbound} gelen bağlantısı dinlemiyor',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'Bir istemci çok fazla IP kullanıyor',
  'ip-limit.exceeded.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}.',
  'ip-limit.exceeded-more.title': 'Birkaç istemci çok fazla IP kullanıyor',
  'ip-limit.exceeded-more.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}. {more} istemci daha var, adları günlükte.',
  'ip-limit.refused.title': 'Bir istemcinin IP adresleri reddediliyor',
  'ip-limit.refused.message': '{email} aynı anda en çok {limit} adres kullanabilir. Reddedilen: {addresses}.',
  'ip-limit.refused-more.title': 'Birkaç istemcinin IP adresleri reddediliyor',
  'ip-limit.refused-more.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Reddedilen: {addresses} ve {more} istemci daha (günlüğe bakın).',
  'limits.no-speeds.title': 'İstemci hız sınırları etkisiz',
  'limits.no-speeds.message':
    'Bu sistem panelin çekirdeğin bağlantılarına erişmesine izin vermiyor, bu yüzden hız sınırları uygulanmıyor. Konteynerde pidfd_getfd sistem çağrısına izin verin (Docker: --cap-add SYS_PTRACE).',
  'outbound.left-out.title': 'Bir abonelikten gelen giden bağlantı çekirdeği bozdu',
  'outbound.left-out.message': '{tags}: {reason}. Çekirdek onsuz çalışıyor.',
  'subscription.not-served.title': 'Abonelik sunucusu çalışmıyor',
  'subscription.not-served.message': '{reason}.',
  'telegram.failed.title': 'Telegram botu çalışmıyor',
  'telegram.failed.message': '{reason}.',
}
