import { inLanguage, Refusal, sentence } from '../../server';
import { t as common } from '../../words';

/** save asks the server for a file that is made of what the page shows, and gives it to
 * the browser to keep. */
export async function save(address: string, body: unknown, file: string): Promise<void> {
  let response: Response;
  try {
    response = await fetch(inLanguage(address), { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {
    throw new Refusal(common('unanswered'), 0);
  }
  if (!response.ok) throw new Refusal(sentence(await response.json().catch(() => undefined)) ?? response.statusText, response.status);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
