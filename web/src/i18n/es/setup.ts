import type { setup as en } from '../en/setup.ts'
import type { Words } from '../files.ts'

export const setup: Words<typeof en> = {
  'setup.title': 'Primeros pasos',
  'setup.step': 'Paso {step} de {steps}',
  'setup.welcomeTitle': 'Una conexión que funciona en un minuto',
  'setup.welcomeText':
    'El panel crea una entrada (VLESS con Reality) y un cliente, y muestra su código QR. Todo se puede cambiar después.',
  'setup.start': 'Empezar',
  'setup.moveIn': 'Mudarse desde otro panel',
  'setup.moveInText': '3x-ui, Marzban o PasarGuard: primero ves qué cambiaría.',
  'setup.skip': 'Omitir, lo haré yo',
  'setup.secureTitle': 'Protege el panel',
  'setup.secureText':
    'Has entrado con la contraseña que creó el panel. Guarda esta nueva en un lugar seguro o escribe la tuya.',
  'setup.username': 'Usuario',
  'setup.password': 'Contraseña nueva',
  'setup.showPassword': 'Mostrar la contraseña',
  'setup.copyPassword': 'contraseña nueva',
  'setup.keep': 'Conservar la que tengo',
  'setup.next': 'Siguiente',
  'setup.missing': 'Escribe algo aquí.',
  'setup.confirmTitle': 'VLESS + Reality en el puerto {port}',
  'setup.confirmText':
    'Para un extraño este puerto parece un sitio web corriente. Los valores propuestos funcionan; pulsa Crear.',
  'setup.host': 'Dirección de este servidor',
  'setup.hostHint': 'A qué se conectan los clientes: un nombre o una dirección IP.',
  'setup.hostPrivate':
    'Es una dirección privada: solo pueden conectarse los dispositivos de la misma red. Escriba la dirección pública del servidor.',
  'setup.hostBad': 'Escribe un nombre o una dirección IP, sin puerto.',
  'setup.more': 'Más opciones',
  'setup.port': 'Puerto',
  'setup.portBad': 'Escribe un número del 1 al 65535.',
  'setup.client': 'Nombre del primer cliente',
  'setup.target': 'Sitio web al que parecerse (host:port)',
  'setup.targetHint': 'Si lo dejas vacío, el panel busca uno que convenga a este servidor.',
  'setup.create': 'Crear',
  'setup.doing': 'Lo que se está creando',
  'setup.tickCore': 'Iniciando el núcleo',
  'setup.tickTarget': 'Un sitio web al que parecerse',
  'setup.tickInbound': 'La entrada',
  'setup.tickClient': 'El cliente',
  'setup.tickLink': 'El enlace',
  'setup.tickDone': 'hecho',
  'setup.tickNow': 'en curso',
  'setup.tickFailed': 'falló',
  'setup.tickWaiting': 'en espera',
  'setup.standIn':
    'No se pudo llegar a ningún sitio web desde este servidor, así que el propio panel hace de uno. Funciona; elige después un sitio real en la entrada.',
  'setup.noCore':
    'El núcleo aún no funciona: {reason} El enlace está listo y servirá en cuanto funcione el núcleo.',
  'setup.scanTitle': 'Escanea este código',
  'setup.scanText':
    'Con v2rayNG o Hiddify en Android, Streisand o Hiddify en un iPhone, v2rayN o Hiddify en un ordenador.',
  'setup.qr': 'Código QR del enlace de {email}',
  'setup.link': 'enlace',
  'setup.waiting': 'Esperando la primera conexión…',
  'setup.connected': '¡Conectado!',
  'setup.finish': 'Terminar',
}
