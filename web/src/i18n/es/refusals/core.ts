import type { core as english } from '#domain/refusals/core.ts'
import type { Refused } from '../../files.ts'

export const core: Refused<typeof english> = {
  'core.not-running': 'Xray no está en marcha. Inicia primero el núcleo.',
  'core.no-answer': 'El núcleo no responde. Inténtalo de nuevo en un momento.',
  'core.refused': 'El núcleo lo rechazó: {reason}.',
  'core.observatory-tag-unknown': 'El observatorio del núcleo no vigila esta etiqueta.',
  'core.already-runs': 'Ya hay un núcleo de este panel en marcha.',
  'core.orphan-unknown': 'El panel no sabe nada del núcleo que está en marcha. Detenlo e inicia otro.',
  'core.orphan-does-not-end':
    'El núcleo de un panel anterior (proceso {pid}) no termina. Detén ese proceso a mano.',
  'core.panel-stopping': 'El panel se está deteniendo y ya no inicia ningún núcleo.',
  'core.does-not-end': 'El núcleo (proceso {pid}) no termina: el sistema aún lo retiene.',
  'core.not-restarted': 'El núcleo no se reinició y sigue como estaba: {reason}.',
  'core.not-started': 'No se pudo iniciar el núcleo: {reason}.',
  'core.not-ready': 'El núcleo no estuvo listo en {seconds} s y se detuvo.',
  'core.stopped-early': 'El núcleo se detuvo antes de estar listo.',
  'core.run-folder-foreign':
    '{folder} no es una carpeta de este usuario. Elimínala e inicia de nuevo el núcleo.',
  'core.inbound-would-be-lost': 'La entrada «{inbound}» (#{id}) está en marcha y se perdería: {reason}.',
  'core.refuses-config': 'El núcleo rechaza la nueva configuración: {reason}.',
  'core.ended-by-signal': 'El núcleo terminó por la señal {signal}.',
  'core.ended-with-code': 'El núcleo terminó con el código {code}.',
  'core.ended': 'El núcleo terminó.',
  'core.ended-too-often': 'El núcleo terminó {times} veces en un minuto: {reason}.',
  'core.hangs':
    'El núcleo está en marcha y no responde, así que los cambios esperan. Si sigue así, se reiniciará.',
  'core.port-closed':
    'El núcleo está en marcha y ha cerrado el puerto {port}, donde debería escuchar. Si sigue así, se reiniciará.',
  'core.said': '{reason}',
  'config.missing': 'No existe la configuración con el ID {id}.',
  'template.not-json': 'La plantilla no es JSON válido. Revisa los corchetes y las comas.',
  'template.not-object': 'La plantilla debe ser un objeto JSON.',
  'template.no-sections': 'La plantilla no tiene ninguna sección que el núcleo conozca.',
  'template.section-not-object': 'La sección {section} debe ser un objeto.',
  'template.section-not-list': 'La sección {section} debe ser una lista.',
  'template.section-not-list-or-object': 'La sección {section} debe ser una lista o un objeto.',
  'template.entry-not-object': '{entry} debe ser un objeto.',
  'template.tag-twice': 'La etiqueta {tag} se usa dos veces. Dale a cada elemento la suya.',
  'template.no-outbound': 'Añade al menos una salida: el tráfico va por la primera de forma predeterminada.',
  'template.tag-of-reverse':
    '{tag} es la etiqueta de una salida y la etiqueta inversa de un cliente. Cambia una de las dos.',
  'template.geo-file-missing':
    '{value} necesita el archivo {file}, que falta. Actualiza primero los archivos geo en la página del núcleo o quítalo.',
  'template.own-geo-file-missing':
    '{value} necesita el archivo {file}, que falta. Ponlo primero en la carpeta del núcleo o quítalo.',
  'keys.sni-invalid': 'El nombre del servidor (SNI) debe ser un dominio como example.com.',
  'keys.no-core': 'No hay un núcleo en este servidor para crear claves. Instala uno primero.',
  'keys.too-slow': 'El núcleo no creó una clave en {seconds} s. Inténtalo de nuevo.',
  'keys.failed': 'El núcleo no pudo crear una clave: {reason}.',
  'keys.unsupported': 'Este núcleo no puede crear esa clave. Instala uno más nuevo.',
  'keys.no-vless-encryption':
    'Este núcleo no puede crear claves para la encriptación VLESS. Instala uno más nuevo.',
  'keys.no-ech': 'Este núcleo no puede crear claves ECH. Instala uno más nuevo.',
  'geo.type-unknown': 'Elige el tipo geosite o geoip.',
  'geo.alias-invalid': 'Usa hasta 64 letras minúsculas, cifras, _ y - para el alias.',
  'geo.alias-reserved': 'El alias {alias} pertenece a un archivo que el panel conoce. Elige otro.',
  'geo.alias-taken': 'Ya hay un archivo geo con este alias. Elige otro.',
  'geo.url-invalid': 'Indica una URL que empiece por https:// o http://.',
  'geo.id-invalid': 'No existe el archivo geo «{id}».',
  'geo.file-in-use': 'La configuración del núcleo usa {name}. Quítalo primero de ahí.',
  'geo.file-unreadable': '{name} no se puede leer como datos geo: {reason}. Descarga de nuevo el archivo.',
  'geo.file-name-invalid': 'Indica un archivo geo de la carpeta del núcleo, como geosite.dat.',
  'geo.file-missing': 'No existe el archivo {name}. Actualiza primero los archivos geo.',
  'geo.file-unknown': 'Elige uno de estos archivos para actualizar: {files}.',
  'geo.category-missing': '{file} no tiene la categoría {code}.',
  'geo.update-incomplete': 'No se pudieron actualizar todos los archivos geo. {reasons}.',
  'geo.download-too-small': '{name}: la descarga es demasiado pequeña para ser un archivo geo.',
  'geo.download-unusable': '{name}: la descarga no se puede usar: {reason}.',
  'geo.core-refuses':
    'El núcleo no arranca con los nuevos archivos geo, así que se han restaurado los anteriores: {reason}.',
}
