import type { moveInPlan as english } from '#domain/refusals/move-in-plan.ts'
import type { Refused } from '../../files.ts'

export const moveInPlan: Refused<typeof english> = {
  'movein.more': 'Hay {count} más del mismo tipo, por ejemplo: {like}.',
  'movein.table-missing': 'La base de datos no tiene la tabla {table}.',
  'movein.table-left': 'La tabla {table} no se conoce aquí y no se trae (filas: {rows}).',
  'movein.columns-left': 'Estas columnas de la tabla {table} no se conocen aquí y no se traen: {columns}.',
  'movein.bookkeeping': 'La tabla {table} contiene datos internos del otro panel. Aquí no hacen falta.',
  'movein.orphans':
    'Las filas de la tabla {table} que no pertenecen a nada o no se pueden usar no se traen: {count}.',
  'movein.tag-made':
    'La etiqueta «{old}» está vacía, repetida o reservada. La entrada recibe la etiqueta {tag}. Revisa las reglas de enrutamiento que la nombran.',
  'movein.blocks-broken':
    'Su configuración no se puede leer. Llega desactivada: ábrela, corrígela y actívala.',
  'movein.node-lost':
    'Funcionaba en un nodo que no está en la base de datos. Llega desactivada, como entrada de este panel.',
  'movein.wireguard-peers':
    'Sus clientes llegan como pares de la entrada. Siguen funcionando, sin cuota ni caducidad propias.',
  'movein.fallback-row':
    'El fallback escrito hacia la entrada {child} pasa a ser una fila de la lista de fallbacks. Los enlaces no cambian.',
  'movein.listed-twice': 'La entrada {tag} enumera este cliente dos veces. Llega una sola vez.',
  'movein.listed-only': 'La entrada {tag} aún enumera el cliente {email}, que fue eliminado. No se trae.',
  'movein.listed-apart':
    'La entrada {tag} aún enumera el cliente {email}, que ya no está vinculado a ella. Sigue desvinculado.',
  'movein.email-healed':
    'El correo «{old}» no se puede usar aquí: {reason}. El cliente se llama ahora {email}; su suscripción y sus enlaces no cambian.',
  'movein.email-twice':
    'Otro cliente también se llama {old}. Este se llama ahora {email}; su suscripción y sus enlaces no cambian.',
  'movein.sub-id-changed':
    'El ID de suscripción «{old}» no se puede usar aquí: {reason}. El cliente necesita su nueva dirección de suscripción.',
  'movein.credential-unusable':
    'El valor de {field} no se puede usar aquí. Donde hace falta se crea uno nuevo, y entonces el cliente necesita enlaces nuevos.',
  'movein.flow-unknown': 'El flow «{flow}» no se conoce. Llega vacío.',
  'movein.delay-rounded': 'El inicio diferido se redondea a días enteros: {days}.',
  'movein.delay-too-long':
    'El inicio diferido es más largo de lo que se puede contar. El cliente queda sin caducidad.',
  'movein.text-trimmed':
    'Se quitaron de {field} caracteres que no se pueden guardar, o se cortó a su longitud máxima.',
  'movein.counter-capped':
    'Sus contadores de tráfico son demasiado grandes. Se fijan en el número máximo posible.',
  'movein.external-links-left': 'Los enlaces externos de un tipo que no se conoce aquí no se traen: {count}.',
  'movein.user-name-unusable':
    'El nombre de usuario está vacío o no se puede guardar. El usuario no se trae.',
  'movein.user-without-hash':
    'La contraseña de este usuario está guardada de una forma que aquí no se acepta. El usuario no se trae; entra con el usuario de este panel.',
  'movein.user-twice': 'Hay otro usuario con este nombre. Este no se trae.',
  'movein.token-unusable': 'Este token de API está vacío, dañado o repetido. No se trae.',
  'movein.list-without-url': 'Esta suscripción de salidas no tiene una URL utilizable. No se trae.',
  'movein.geo-unusable': 'El nombre o la URL de este archivo geo no se pueden usar aquí. No se trae.',
  'movein.setting-twice':
    'Este ajuste está guardado más de una vez. Vale el primer valor, como en el otro panel.',
  'movein.setting-unknown': 'Este ajuste no se conoce aquí. No se trae.',
  'movein.setting-refused':
    'El valor de este ajuste no se puede usar aquí: {reason}. El ajuste conserva el valor que tiene aquí.',
  'movein.listens-everywhere':
    'Escuchaba en todas las direcciones. Se anota como 0.0.0.0, para que siga accesible desde fuera.',
  'movein.two-factor-off':
    'El inicio de sesión en dos pasos está activo y su secreto no se puede usar. Llega desactivado: actívalo de nuevo con un secreto nuevo.',
  'movein.path-twice': 'Otra ruta también es {old}. Esta es ahora {path}.',
  'movein.half-certificate': 'Solo se indicó uno de los dos, certificado o clave. Ambos se importan vacíos.',
  'movein.template-broken': 'La plantilla del núcleo no es un objeto JSON. Se queda la plantilla de aquí.',
  'movein.at-field': '{field}: {reason}.',
  'movein.inbound-left': 'Esta entrada no se puede traer: {reason}.',
  'movein.inbound-off': 'Llega desactivada: {reason}. Ábrela, corrígela y actívala.',
  'movein.inbound-tag-taken':
    'Otra entrada de aquí tiene la etiqueta {old}. Esta recibe la etiqueta {tag}; sus enlaces no cambian. Revisa las reglas de enrutamiento que la nombran.',
  'movein.inbound-differs': 'Esta entrada ya está aquí con otra configuración. Se queda la de aquí.',
  'movein.port-taken': 'La entrada {tag} ya ocupa el puerto {port}.',
  'movein.client-left': 'Este cliente no se puede traer: {reason}.',
  'movein.client-name-taken':
    'Otro cliente de aquí se llama {old}. Este se llama {email}; su suscripción y sus enlaces no cambian.',
  'movein.client-differs':
    'Este cliente ya está aquí con otras credenciales. Se quedan las de aquí, así que los enlaces del otro panel pueden no funcionarle.',
  'movein.attachment-left': 'No se vincula a la entrada {tag}: {reason}.',
  'movein.credential-missing': 'No tiene credencial para este protocolo. Vincúlalo a mano.',
  'movein.reverse-left': 'La etiqueta inversa {tag} es la etiqueta de una salida. Llega sin ella.',
  'movein.sub-id-shared':
    'El cliente {other} de aquí tiene el mismo ID de suscripción. Su suscripción muestra ambos.',
  'movein.fallback-left': 'Una fila de fallback no se puede traer: {reason}.',
  'movein.name-taken': 'El nombre {old} está ocupado aquí. Llega como {name}.',
  'movein.settings-stay':
    'Este panel ya está en uso, así que conserva sus ajustes. Para sustituirlos, elige importar también los ajustes.',
  'movein.template-stays':
    'Este panel ya está en uso, así que conserva la plantilla del núcleo. Para sustituirla, elige importar también los ajustes.',
  'movein.users-stay':
    'Este panel ya está en uso, así que conserva sus usuarios. Para sustituirlos, elige importar también los ajustes.',
  'movein.users-come': 'A partir de ahora entras con el usuario y la contraseña del otro panel.',
  'movein.template-left':
    'La plantilla del núcleo no se puede traer: {reason}. Se queda la plantilla de aquí.',
  'movein.rule-off':
    'Una regla de enrutamiento necesita el archivo geo {file}, que no está aquí. Llega desactivada: descarga el archivo y activa la regla.',
  'movein.panel-https':
    'El panel se servía por HTTP simple sin certificado. Aquí su dirección empieza por https://, con un certificado autofirmado hasta que añadas uno.',
  'movein.subscriptions-https':
    'Las URL de suscripción empezaban por http://. Aquí empiezan por https:// y tienen un certificado autofirmado, que las aplicaciones no aceptan. Añade un certificado para las suscripciones o elige mantener HTTP sin cifrar.',
  'movein.subscriptions-http': 'Las direcciones de suscripción siguen empezando por http://, sin cifrado.',
}
