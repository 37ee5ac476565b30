import type { preflight as english } from '#domain/refusals/preflight.ts'
import type { Refused } from '../../files.ts'

export const preflight: Refused<typeof english> = {
  'preflight.blocks':
    'Xray {version} kurulmadı, çünkü bugün çalışan bir şey bozulurdu: {reasons}. Önce bunu değiştirin veya kurulumla birlikte force gönderin.',
  'preflight.config-fails':
    'Xray {version} yapılandırmayı reddediyor: {reason}. Bağlantısını kaybedecek istemciler: {count}.',
  'preflight.inbound-fails':
    '{inbound} gelen bağlantısı Xray {version} içinde çalışmazdı: {reason}. Onu kaybedecek istemciler: {count} ({names}).',
  'preflight.inbound-fails-idle': '{inbound} gelen bağlantısı Xray {version} içinde çalışmazdı: {reason}.',
  'preflight.outbound-fails': '{outbound} giden bağlantısı Xray {version} içinde çalışmazdı: {reason}.',
  'preflight.and-more': '{emails} ve başkaları.',
  'preflight.no-answer': 'Bir istemci bağlanıyor ve üzerinden yanıt alamıyor.',
  'preflight.no-answer-because': 'Bir istemci üzerinden yanıt alamıyor: {reason}.',
  'preflight.untried-tun': 'Bir TUN aygıtı, kullanılanın yanında denenemez.',
  'preflight.untried-no-key': 'Panelde hiçbir eşin özel anahtarı yok, bu yüzden eş olarak bağlanamaz.',
  'preflight.app-core-fails':
    '{core} çekirdekli uygulamalar bugün {inbounds} üzerinden geçiyor, Xray {version} içinde geçemezdi. Orada böyle bir uygulama kullanan istemciler: {count}.',
  'preflight.reality':
    '{apps} kullanan {count} istemci {inbounds} üzerinde bağlanamaz: orada en düşük istemci sürümünü (minClientVer) 1.0.0 yapın.',
  'preflight.reality-one':
    '{apps} kullanan 1 istemci {inbounds} üzerinde bağlanamaz: orada en düşük istemci sürümünü (minClientVer) 1.0.0 yapın.',
  'preflight.reality-now':
    '{apps} kullanan istemciler ({count}) bugün de {inbounds} üzerinde bağlanamıyor: orada en düşük istemci sürümünü (minClientVer) 1.0.0 yapın.',
  'preflight.reality-nobody':
    'mihomo veya sing-box çekirdekli uygulamalar {inbounds} üzerinde bağlanamıyor ve son 30 günde hiçbir istemci bunlardan birini kullanmadı. Kabul etmek için orada en düşük istemci sürümünü (minClientVer) 1.0.0 yapın.',
  'preflight.post-quantum-only':
    '{inbounds} yalnızca X25519MLKEM768 kabul ediyor; eski uygulamalarda bu yok. {clients} istemcisinden bağlanamayan varsa eğri tercihlerine X25519 ekleyin.',
  'preflight.shadowsocks-none':
    'Xray 26.7.11 ve sonrasında şifresiz Shadowsocks yok: {inbounds} için başka bir şifre seçin. Üzerindeki istemciler: {clients}.',
  'preflight.xhttp-session':
    '26.6.22 öncesi Xray, {inbounds} içindeki XHTTP oturum adlarını bilmez: daha yeni bir sürüm seçin veya onları silin. Üzerindeki istemciler: {clients}.',
  'preflight.private-targets':
    'Xray 26.5.3 sürümünden itibaren {outbounds} istemcileri özel adreslere ulaştırmaz. Gerekiyorsa ona finalRules ekleyin.',
  'core.switch-api-silent': "API'si yanıt vermiyor.",
  'core.switch-inbound-lost': '{inbound} gelen bağlantısı artık bağlantı kabul etmiyor.',
  'core.rolled-back': 'Xray {version} çalışmadı; Xray {previous} yeniden çalışıyor: {reason}.',
  'core.rollback-failed':
    'Xray {version} çalışmadı: {reason}. Xray {previous} yerine kondu ve o da başlamıyor: {why}.',
}
