extends SceneTree
# Prints one line of JSON for each model in files/, which the editor has imported before.


func _init():
	report_folder("res://files")
	print("report: end")
	quit()


func report_folder(path):
	var folder = Directory.new()
	folder.open(path)
	folder.list_dir_begin(true, true)
	var name = folder.get_next()
	while name != "":
		if folder.current_is_dir():
			report_folder(path + "/" + name)
		elif name.get_extension() in ["obj", "glb"]:
			print("report: ", JSON.print(report_of(path + "/" + name)))
		name = folder.get_next()


func report_of(path):
	var result = {"file": path.get_file(), "triangles": 0, "materials": {}, "bodies": 0}
	var resource = load(path)
	if resource is Mesh:
		add_mesh(result, resource, Transform())
	elif resource is PackedScene:
		var root = resource.instance()
		add_node(result, root, Transform())
		root.free()
	else:
		result["error"] = "not imported"
	return result


func add_node(result, node, parent):
	var place = parent
	if node is Spatial:
		place = parent * node.transform
	if node is MeshInstance:
		add_mesh(result, node.mesh, place)
	if node is CollisionShape and node.shape is ConvexPolygonShape and node.get_parent() is StaticBody:
		result["bodies"] += 1
	for child in node.get_children():
		add_node(result, child, place)


func add_mesh(result, mesh, place):
	for i in mesh.get_surface_count():
		var arrays = mesh.surface_get_arrays(i)
		var points = arrays[Mesh.ARRAY_VERTEX]
		var corners = points.size() if arrays[Mesh.ARRAY_INDEX] == null else arrays[Mesh.ARRAY_INDEX].size()
		result["triangles"] += corners / 3
		add_material(result, mesh.surface_get_material(i), corners / 3)
		if arrays[Mesh.ARRAY_COLOR] != null:
			result["vertex_colours"] = true
		for point in points:
			add_point(result, place.xform(point))


func add_point(result, p):
	if not result.has("min"):
		result["min"] = [p.x, p.y, p.z]
		result["max"] = [p.x, p.y, p.z]
	for k in 3:
		result["min"][k] = min(result["min"][k], p[k])
		result["max"][k] = max(result["max"][k], p[k])


func add_material(result, material, triangles):
	var name = material.resource_name if material != null else ""
	if not result["materials"].has(name):
		result["materials"][name] = {"triangles": 0}
	var entry = result["materials"][name]
	entry["triangles"] += triangles
	if material is SpatialMaterial:
		entry["texture"] = material.albedo_texture != null
		entry["normals"] = material.normal_texture != null
		entry["cutout"] = material.params_use_alpha_scissor
		entry["blended"] = material.flags_transparent
		entry["vertex_colours"] = material.vertex_color_use_as_albedo
		entry["two_sided"] = material.params_cull_mode == SpatialMaterial.CULL_DISABLED
