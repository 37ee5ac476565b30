import { z } from 'zod'
import { alertParams, WebhookBody } from '#contract/alerts.ts'
import { docsApi } from '#contract/docs-api.ts'
import type { EndpointSpec } from '#contract/wire.ts'
import type { MountedRoute } from './mount.ts'
import type { Http } from './server.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    target: 'openapi-3.0',
    reused: 'inline',
  })
  return rest
}

const capital = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1)

/** Built from the table of mounted routes, so the document lists exactly those. */
export function openApi(table: readonly MountedRoute[], version: string, basePath: string): Json {
  const paths: Record<string, Json> = {}
  for (const { method, path, guard, endpoint } of table) {
    if (!endpoint) continue
    const key = path.replace(/:(\w+)/g, '{$1}')
    paths[key] ??= {}
    paths[key][method.toLowerCase()] = {
      operationId:
        method.toLowerCase() +
        key
          .split(/[^A-Za-z0-9]+/)
          .map(capital)
          .join(''),
      summary: endpoint.summary,
      tags: [path.split('/').filter(Boolean).slice(0, 3).join('/')],
      security: guard === 'open' ? [] : guard === 'api' ? [{ bearer: [] }, { cookie: [] }] : [{ cookie: [] }],
      parameters: parametersOf(path, endpoint, method, guard),
      ...(method !== 'GET' && requestOf(endpoint)),
      responses: responsesOf(endpoint, guard),
    }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Sluice', version, license: { name: 'MIT' } },
    servers: [{ url: basePath.replace(/\/$/, '') || '/' }],
    components: {
      schemas: { WebhookBody: webhookSchema() },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        cookie: { type: 'apiKey', in: 'cookie', name: '3x-ui' },
      },
    },
    paths,
  }
}

/** What webhooks are sent. OpenAPI 3.0 has no place for calls that we make, so it is a schema without a path. */
const webhookSchema = (): Json => ({
  ...schemaOf(WebhookBody, 'output'),
  'x-alert-data': Object.fromEntries(
    Object.entries(alertParams).map(([event, params]) => [event, schemaOf(params, 'output')]),
  ),
})

function requestOf({ upload, body }: EndpointSpec): Json {
  if (upload !== undefined) {
    const file = { type: 'string', format: 'binary' }
    const { properties } = body ? schemaOf(body, 'input') : { properties: {} }
    const schema = {
      type: 'object',
      required: [upload],
      properties: { [upload]: file, ...(properties as Json) },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema } } } }
  }
  return body ? { requestBody: { content: { 'application/json': { schema: schemaOf(body, 'input') } } } } : {}
}

/** Path parameters that are numbers. */
const numbers = new Set(['id', 'inboundId', 'tgId', 'bucket'])

function parametersOf(path: string, endpoint: EndpointSpec, method: string, guard: string): Json[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: numbers.has(name ?? '') ? { type: 'integer' } : { type: 'string', minLength: 1 },
  }))
  const query = endpoint.query
    ? (schemaOf(endpoint.query, 'input') as { properties?: Record<string, Json>; required?: string[] })
    : {}
  const inQuery = Object.entries(query.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query.required?.includes(name) ?? false,
    schema,
  }))
  const csrf = { name: 'X-CSRF-Token', in: 'header', required: false, schema: { type: 'string' } }
  return [...inPath, ...inQuery, ...(method !== 'GET' && guard !== 'open' ? [csrf] : [])]
}

const coded = {
  code: { type: 'string', description: 'What msg says, as a stable code' },
  params: { type: 'object', description: 'What is filled into the text of the code' },
}

const failed = {
  type: 'object',
  required: ['success', 'msg', 'obj', 'code', 'params'],
  properties: {
    success: { type: 'boolean', enum: [false] },
    msg: { type: 'string' },
    obj: { type: 'object', nullable: true, enum: [null] }, // published-clients 15
    ...coded,
    field: { type: 'string' },
  },
}

function responsesOf(endpoint: EndpointSpec, guard: string): Json {
  if (endpoint.download) {
    const content = {
      [endpoint.download]: { schema: { type: 'string', format: 'binary' } },
      'application/json': { schema: failed },
    }
    return {
      200: { description: 'The file, or why there is none', content },
      404: { description: 'No such caller' },
    }
  }
  const reply = schemaOf(endpoint.reply, 'output')
  const done = endpoint.bare
    ? reply
    : {
        type: 'object',
        required: ['success', 'msg', 'obj'],
        properties: { success: { type: 'boolean', enum: [true] }, msg: { type: 'string' }, obj: reply },
      }
  const schema = { anyOf: [done, failed] }
  return {
    200: {
      description: 'The envelope; success tells whether it was done',
      content: { 'application/json': { schema } },
    },
    413: { description: 'The body is too large' },
    403: { description: 'The CSRF token is missing or another host was asked for' },
    ...(guard !== 'open' && {
      401: { description: 'Not logged in (XMLHttpRequest)' },
      [guard === 'api' ? 404 : 307]: { description: 'Not logged in' },
    }),
  }
}

/** Built on the first request and cached: the table does not change while the panel runs. */
export function docsRoutes({ mount, table }: Http, version: string, basePath: string): void {
  let made: Record<string, unknown> | undefined
  mount(docsApi.openApi, () => {
    made ??= openApi(table, version, basePath)
    return made
  })
}
