import { expect, it } from 'vitest'
import { isCron } from './formats.ts'

it.each([
  '@daily',
  '@midnight',
  '@every 1m',
  '@every 1h30m',
  '0 4 * * *',
  '*/15 0-6,18-23 1,15 * mon-fri',
  '0 30 3 * JAN,jul 0',
  '5/10 * * * 7',
  '0 0 ? * sun',
])('%s is a schedule', (text) => expect(isCron(text)).toBe(true))

it.each([
  '',
  'daily',
  '@never',
  '@every',
  '@every 5',
  '99 4 * * *',
  '0 24 * * *',
  '0 4 0 * *',
  '0 4 * 13 *',
  '0 4 * * 8',
  '0 4 * *',
  '0 0 4 * * * *',
  '5-1 * * * *',
  '*/0 * * * *',
  '*/99 * * * *',
  '1-2-3 * * * *',
  'jan * * * *',
  '0 4 * foo *',
  '0 4 * * *; rm',
])('%s is none', (text) => expect(isCron(text)).toBe(false))
