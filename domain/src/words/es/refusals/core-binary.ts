import type { coreBinary as english } from '#domain/refusals/core-binary.ts'
import type { Refused } from '../../files.ts'

export const coreBinary: Refused<typeof english> = {
  'core.none-configured': 'Este panel no tiene núcleo propio, porque SLUICE_CORE_BIN es none.',
  'core.bin-configured':
    'SLUICE_CORE_BIN indica el núcleo de este panel. Cámbialo o quítalo y luego instala.',
  'core.version-invalid': '«{text}» no es una versión de Xray. Escríbela como {example}.',
  'core.version-too-old': 'Xray {version} es demasiado antiguo para este panel. Usa {oldest} o posterior.',
  'core.version-differs': 'El programa debería ser Xray {version} y dice que es {found}.',
  'core.release-unlisted': 'Xray {version} no está entre las versiones que este panel puede instalar.',
  'core.install-going-on': 'Hay otra instalación del núcleo en marcha. Espera a que termine.',
  'core.other-install': 'Se está instalando Xray {version}. Espera y vuelve a intentarlo.',
  'core.no-build-for-processor':
    'No hay núcleo para un procesador {arch}. Indica tu propio programa en SLUICE_CORE_BIN.',
  'core.binary-not-startable': '{binary} no se puede iniciar como núcleo: {reason}.',
  'core.binary-no-version-in-time': '{binary} no indicó su versión en {seconds} s.',
  'core.binary-not-xray': '{binary} no es Xray: no indicó una versión.',
  'core.build-no-module': '{folder} no contiene el go.mod del núcleo.',
  'core.build-too-slow': 'Go no terminó en {minutes} minutos.',
  'core.build-cancelled': 'La compilación se canceló.',
  'core.build-failed': 'Go no pudo compilar el núcleo: {reason}.',
  'core.hash-malformed': 'Escribe los 64 caracteres hexadecimales del SHA-256 del archivo.',
  'core.hash-unknown':
    'El panel no conoce el SHA-256 de {asset} de Xray {version}; la publicación indica {hash}. Compáralo con https://github.com/XTLS/Xray-core/releases/tag/v{version} y confírmalo: envíalo como "sha256" con la instalación, o ejecuta: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-unpinned':
    'Xray {version} no es la versión que fija este panel ({pinned}); la publicación indica para {asset} el SHA-256 {hash}. Compáralo con https://github.com/XTLS/Xray-core/releases/tag/v{version} y confírmalo: envíalo como "sha256" con la instalación, o ejecuta: sluice core install -version {version} -sha256 {hash}.',
  'core.hash-not-confirmed': 'El SHA-256 de {asset} de Xray {version} es {known}, no {given}.',
  'core.hash-mismatch':
    '{asset} de {version} tiene el SHA-256 {found} y no {expected}, así que no se instala.',
  'core.release-without-hash':
    'La publicación {version} no tiene SHA-256 para {asset}, así que no se instala.',
  'core.archive-encrypted': 'El archivo del núcleo está cifrado.',
  'core.archive-link': 'El archivo del núcleo contiene un enlace en lugar del programa.',
  'core.archive-too-large': 'El núcleo del archivo es más grande de lo permitido.',
  'core.archive-unreadable': 'No se puede leer el archivo del núcleo: {reason}.',
  'core.archive-broken': 'El archivo del núcleo está dañado: {reason}.',
  'core.archive-without-xray': 'El archivo del núcleo no contiene un archivo llamado xray.',
  'core.cache-unusable':
    'No se puede guardar ningún núcleo en la caché: {reason}. Elimínala o pon en XDG_CACHE_HOME una carpeta tuya.',
  'core.path-is-link': '{path} es un enlace.',
  'core.path-of-other-user': '{path} pertenece a otro usuario.',
  'core.path-open': 'Otros usuarios pueden escribir en {path}.',
  'core.cache-changed': '{path} cambió mientras se copiaba. Inténtalo de nuevo.',
  'core.open-to-others':
    'El núcleo no se inicia: {reason}. Permite escribir ahí solo a su propietario e instálalo de nuevo (sluice core install), o indica el tuyo en SLUICE_CORE_BIN.',
  'core.replaced':
    'El núcleo no se inicia: {binary} no es el que se instaló (su SHA-256 es {found}, no {expected}). Instálalo de nuevo (sluice core install), o indica el tuyo en SLUICE_CORE_BIN.',
  'core-step.building': 'Compilando Xray con Go: de uno a cinco minutos la primera vez.',
  'core-step.fetching-modules': 'Descargando los módulos ({count} hasta ahora).',
  'core-step.release-failed': 'No se pudo obtener la publicación: {failures}.',
  'core.release-failed': 'La publicación: {reason}.',
  'core.go-failed': 'El compilador de Go: {reason}.',
  'core-step.downloading': 'Descargando Xray {version} ({asset}).',
  'core-step.downloaded': 'Descargando Xray {version}: {percent} %.',
  'core-step.checking': 'Comprobando el SHA-256.',
  'core-step.unpacking': 'Descomprimiendo.',
  'core-step.copying': 'Copiando en {path}.',
  'core-step.installed': 'Xray {version} está instalado.',
  'core.not-installed':
    'No se pudo instalar Xray {version}. {failures}. Revisa la red e inténtalo de nuevo, instala uno desde un archivo (`sluice core install -file PATH`, o Inicio, Versión del núcleo) o indica tu propio programa en SLUICE_CORE_BIN.',
  'core.not-installed-pinned':
    'No se pudo instalar Xray {version}. {failures}. Revisa la red y el DNS de este servidor, o indica en GOPROXY un espejo de módulos de Go; también puedes instalar uno desde un archivo (`sluice core install -file PATH`, o Inicio, Versión del núcleo).',
  'core.go-archive-broken': 'No se puede descomprimir el archivo de Go: {reason}.',
  'core.go-hash-mismatch': 'Go {go} de {host} tiene el hash {found} y no {expected}, así que no se usa.',
  'core.go-proxy-none':
    'GOPROXY no indica ningún servidor que tenga Go. Pon una dirección, por ejemplo https://go.example.com.',
  'core.go-unknown-for-processor':
    'El panel no tiene un Go {go} fijado para un procesador {arch}. Instala Go 1.26 o posterior.',
  'core-step.go-needed':
    'Xray {version} se compila aquí una vez, a partir de fuentes fijadas: de dos a diez minutos. Para ello se descarga Go {go} ({megabytes} MB) y después se borra.',
  'core-step.go-downloaded': 'Descargando Go {go}: {percent} %.',
  'core-step.go-unpacking': 'Comprobando y descomprimiendo Go {go}.',
  'core-step.built': 'Compilando Xray: {percent} % ({done} de {total} paquetes).',
  'core.file-unknown': 'No hay ningún archivo subido con el SHA-256 {hash}. Súbelo de nuevo.',
  'core.file-needs-hash': 'Envía el SHA-256 del archivo que comparaste como "sha256".',
  'core.file-not-a-core': 'El archivo no es ni un archivo de versión de Xray (.zip) ni un programa de Linux.',
  'core.file-unconfirmed':
    '{name} tiene el SHA-256 {hash}. Compáralo con la fuente del archivo y vuelve a ejecutar la orden con -sha256 {hash}.',
  'core.file-hash-differs': '{name} tiene el SHA-256 {found} y no {expected}, así que no se instala.',
  'core.file-unreadable': 'No se puede leer {file}: {reason}.',
  'core.file-not-installed': 'No se instaló nada.',
}
