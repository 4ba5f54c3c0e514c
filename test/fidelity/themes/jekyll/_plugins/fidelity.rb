# The plain theme: no layout at all, nothing but posts, and a list of all of them as Jekyll has made them.
require 'json'

Jekyll::Hooks.register %i[documents pages], :pre_render do |page|
  page.data['layout'] = 'none'
  page.content = '' unless page.is_a?(Jekyll::Document) && page.collection.label == 'posts'
end

Jekyll::Hooks.register :site, :post_write do |site|
  posts = site.posts.docs.map do |post|
    path = post.path.delete_prefix("#{Dir.pwd}/")
    url = site.config['baseurl'].to_s + post.url
    { path: path, url: url, title: post.data['title'].to_s, date: post.date.iso8601, html: post.output }
  end
  File.write(ENV['FIDELITY'], JSON.generate(posts))
end
