import type { login as en } from '../en/login.ts'
import type { Words } from '../files.ts'

export const login: Words<typeof en> = {
  'login.title': '登录',
  'login.promiseFirst': '编辑时不会断开任何人。',
  'login.promiseSecond': '每个字节只计一次。',
  'login.username': '用户名',
  'login.password': '密码',
  'login.showPassword': '显示或隐藏密码',
  'login.code': '两步验证码',
  'login.codeHint': '验证器应用中的六位数字',
  'login.submit': '登录',
  'login.usernameMissing': '请输入用户名。',
  'login.passwordMissing': '请输入密码。',
  'login.codeMissing': '请输入身份验证器应用中的 6 位验证码。',
  'login.useRecovery': '使用恢复码',
  'login.useApp': '使用验证器应用',
  'login.recovery': '恢复码',
  'login.recoveryHint': '您保存的任意一个恢复码。每个只能使用一次。',
  'login.recoveryMissing': '请输入一个恢复码。',
  'login.wrong': '用户名或密码错误，或尝试次数过多。',
  'login.wrongCode': '用户名、密码或验证码错误，或尝试次数过多。每个验证码只能用一次。',
  'login.capsLock': '大写锁定已开启',
  'relogin.title': '会话已结束',
  'relogin.text': '请登录以继续。此页面上的内容不会丢失。',
  'relogin.leave': '离开此页面',
}
