import { mount } from 'svelte';
import App from './App.svelte';
import { follow } from './router.svelte';
import { keep } from './settings.svelte';
import './theme.css';

keep();
follow();

// A server that was updated under an open page no longer has its old files: the page
// is loaded anew, once.
addEventListener('vite:preloadError', (event) => {
  const last = Number(sessionStorage.getItem('reloaded') ?? 0);
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem('reloaded', String(Date.now()));
  location.reload();
});

mount(App, { target: document.getElementById('page')! });
