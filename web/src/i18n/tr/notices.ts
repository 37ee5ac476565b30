import type { NoticeTexts } from '../files.ts'

export const notices: NoticeTexts = {
  'backup.failed.title': 'Yedekleme başarısız oldu',
  'backup.failed.message': '{reason}.',
  'backup.overdue.title': 'Yedekleme gecikti',
  'backup.overdue.message': 'Son sağlam yedek {hours} saat önce alındı. Ayarlar, Yedek bölümüne bakın.',
  'clock.jumped.title': 'Saat ileri atladı',
  'clock.jumped.message':
    'Bu sunucunun saati {hours} saat ileri atladı. Yeni saati kabul edene (POST /panel/api/traffic/acceptClock), saati düzeltene veya paneli yeniden başlatana kadar hiçbir istemci süre nedeniyle kapatılmaz ya da yenilenmez.',
  'core.ended.title': 'Çekirdek sonlandı',
  'core.ended.message': '{reason}.',
  'core.installed.title': 'Çekirdek kuruldu',
  'core.installed.message': 'Xray {version} şimdi başlatılıyor.',
  'core.installing.title': 'Çekirdek kuruluyor',
  'core.installing.message': '{step}.',
  'core.no-answer.title': 'Çekirdek yanıt vermiyor, yeniden başlatılıyor',
  'core.no-answer.message': '{reason}.',
  'core.not-installed.title': 'Çekirdek kurulamadı',
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
  'directory.held.title': 'Dizin eşitlemesi sizi bekliyor',
  'directory.held.message': '{reason}. Ayarlar, Dizin bölümüne bakın.',
  'inbound.not-open.title': '{inbound} gelen bağlantısı açık değil',
  'inbound.not-open.message': '{reason}.',
  'ip-limit.exceeded.title': 'Bir istemci çok fazla adres kullanıyor',
  'ip-limit.exceeded.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}.',
  'ip-limit.exceeded-more.title': 'Birkaç istemci çok fazla adres kullanıyor',
  'ip-limit.exceeded-more.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}. {more} istemci daha var, adları günlükte.',
  'ip-limit.refused.title': 'Bir istemcinin adresleri reddediliyor',
  'ip-limit.refused.message': '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}.',
  'ip-limit.refused-more.title': 'Birkaç istemcinin adresleri reddediliyor',
  'ip-limit.refused-more.message':
    '{email} aynı anda en çok {limit} adres kullanabilir. Fazla olan: {addresses}. {more} istemci daha var, adları günlükte.',
  'limits.no-speeds.title': 'İstemcilerin hızı sınırlanmıyor',
  'limits.no-speeds.message':
    'Bu sistem panelin kendi çekirdeğinin bağlantılarına ulaşmasına izin vermiyor, bu yüzden verdiğiniz hızın etkisi yok. Konteynerde pidfd_getfd sistem çağrısına izin verin (Docker: --cap-add SYS_PTRACE).',
  'outbound.left-out.title': 'Bir aboneliğin giden bağlantısı çekirdeği çalışamaz kıldı',
  'outbound.left-out.message': '{tags}: {reason}. Çekirdek onsuz çalışıyor.',
  'subscription.not-served.title': 'Abonelikler sunulmuyor',
  'subscription.not-served.message': '{reason}.',
  'telegram.failed.title': 'Telegram botu çalışmıyor',
  'telegram.failed.message': '{reason}.',
}
